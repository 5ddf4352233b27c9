#!/bin/sh
# Months of the large tables: what is there, one into files, one back from them (docs/database.md).
#
#   MIGRATION_DATABASE_URL=postgresql://… months.sh list
#   MIGRATION_DATABASE_URL=postgresql://… months.sh archive TABLE YYYY-MM FOLDER
#   MIGRATION_DATABASE_URL=postgresql://… months.sh restore TABLE YYYY-MM FOLDER
#
# TABLE is call_record, internet_session, session_hour or change_event. An archive is TABLE_YYYY_MM.csv.gz, its bounds in .sql and the checksums of both in
# .sha256. A month is dropped only after its file was read back into PostgreSQL and all rows were equal. The role owns the tables.
set -eu

TABLES='call_record internet_session session_hour change_event'

say() { printf '%s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }
sql() { psql -X -q -A -t -v ON_ERROR_STOP=1 "$MIGRATION_DATABASE_URL" "$@"; }

# The number of rows and a sum over all of their columns, which does not depend on their order.
fingerprint() { sql -c "select count(*), coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) from $1 t"; }

wanted() {
  table=$1 month=$2 folder=$3
  case " $TABLES " in *" $table "*) ;; *) fail "Таблица $table не делится на месяцы. Такие: $TABLES" ;; esac
  expr "$month" : '[0-9][0-9][0-9][0-9]-[01][0-9]$' >/dev/null || fail "Месяц пишется так: 2024-03, а не $month"
  [ -d "$folder" ] || fail "Каталога $folder нет"
  part=${table}_$(printf %s "$month" | tr - _)
  file=$folder/$part
}

list() {
  sql -F '	' -c "
    select i.inhparent::regclass, c.oid::regclass, pg_get_expr(c.relpartbound, c.oid), pg_size_pretty(pg_total_relation_size(c.oid))
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = any (string_to_array('$TABLES', ' ')::regclass[]) order by 1, 2"
}

archive() {
  wanted "$@"
  [ "$month" \< "$(date -u +%Y-%m)" ] || fail "Месяц $month ещё идёт: в архив уходят только прошедшие"
  [ -e "$file.sha256" ] && fail "Архив $file.sha256 уже есть"
  bounds=$(sql -c "
    select pg_get_expr(c.relpartbound, c.oid) from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = '$table'::regclass and c.relname = '$part'")
  [ -n "$bounds" ] || fail "Раздела $part в таблице $table нет. Что есть, показывает list"
  # From here on nobody changes it; if anything goes wrong, it comes back.
  sql -c "set lock_timeout = '3s'" -c "alter table $table detach partition $part"
  trap 'sql -c "alter table $table attach partition $part $bounds" && say "Раздел $part остался в таблице"' EXIT
  before=$(fingerprint "$part")
  printf '%s\n' "-- $part: $before" "alter table $table attach partition $part $bounds;" >"$file.sql"
  sql -c "\\copy $part to program 'gzip >\"$file.csv.gz\"' with (format csv, header)"
  after=$(read_back)
  [ "$before" = "$after" ] || fail "Файл $file.csv.gz не равен разделу: было $before, прочитано $after"
  (cd "$folder" && sha256sum "$part.csv.gz" "$part.sql") >"$file.sha256"
  sync "$file.csv.gz" "$file.sql" "$file.sha256"
  trap - EXIT
  sql -c "drop table $part"
  say "Раздел $part в архиве: $file.csv.gz, строк ${before%%|*}"
}

# Reads the file into a table that goes with the connection.
read_back() {
  sql -c "create temporary table back (like $part)" -c "\\copy back from program 'gzip -dc \"$file.csv.gz\"' with (format csv, header)" \
    -c "select count(*), coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) from back t"
}

restore() {
  wanted "$@"
  (cd "$folder" && sha256sum --quiet -c "$part.sha256") >&2 || fail "Архив $file испорчен: контрольная сумма другая"
  known=$(sed -n "1s/^-- $part: //p" "$file.sql")
  # All or nothing.
  {
    printf '%s\n' "begin; set local lock_timeout = '3s';" "create table $part (like $table including defaults including constraints);"
    printf '%s\n' "\\copy $part from program 'gzip -dc \"$file.csv.gz\"' with (format csv, header)"
    printf '%s\n' "select (concat_ws('|', count(*), coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)) = '$known') as equal from $part t \\gset"
    printf '%s\n' '\if :equal' "$(sed 1d "$file.sql")" 'commit;' '\else' "do \$\$ begin raise exception 'Строки не те, что были'; end \$\$;" '\endif'
  } | sql
  say "Раздел $part снова в таблице $table, строк ${known%%|*}"
}

command -v psql >/dev/null || fail 'Нет psql: поставьте postgresql-client'
[ -n "${MIGRATION_DATABASE_URL:-}" ] || fail 'Задайте MIGRATION_DATABASE_URL: адрес базы с ролью, которой принадлежат таблицы'
case "${1:-}" in
  list) list ;;
  archive | restore) [ $# -eq 4 ] || fail "Так: months.sh $1 ТАБЛИЦА ГГГГ-ММ КАТАЛОГ"; command=$1; shift; "$command" "$@" ;;
  *) fail 'Так: months.sh list, months.sh archive ТАБЛИЦА ГГГГ-ММ КАТАЛОГ или months.sh restore ТАБЛИЦА ГГГГ-ММ КАТАЛОГ' ;;
esac
