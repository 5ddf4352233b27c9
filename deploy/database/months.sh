#!/bin/sh
# Months of the large tables: what is there, one into files, one back from them (docs/database.md).
#
#   MIGRATION_DATABASE_URL=postgresql://… months.sh list
#   MIGRATION_DATABASE_URL=postgresql://… months.sh archive TABLE YYYY-MM FOLDER
#   MIGRATION_DATABASE_URL=postgresql://… months.sh restore TABLE YYYY-MM FOLDER
#
# TABLE is call_record, internet_session, session_hour or change_event. An archive is TABLE_YYYY_MM.csv.gz, its bounds in .sql and the checksums of both in
# .sha256. A month is dropped only after its file was read back into PostgreSQL and all rows were equal. It comes back into the table of a later
# version, too, and together with rows of it that have come since. The role owns the tables.
set -eu

TABLES='call_record internet_session session_hour change_event'

say() { printf '%s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }
# Values are written in the same way by every server, whatever its settings.
AS_EVER="set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set extra_float_digits = 1; set bytea_output = 'hex'"
sql() { psql -X -q -A -t -v ON_ERROR_STOP=1 "$MIGRATION_DATABASE_URL" -c "$AS_EVER" "$@"; }

# The number of rows and a sum over the columns of the file, which does not depend on their order.
fingerprint_of() {
  printf '%s' "
    select concat_ws('|', count(*), coalesce(sum(hashtextextended(row($columns)::text, 0)::numeric), 0)) as found from $1"
}

wanted() {
  table=$1 month=$2 folder=$3
  case " $TABLES " in *" $table "*) ;; *) fail "Таблица $table не делится на месяцы. Такие: $TABLES" ;; esac
  expr "$month" : '[0-9][0-9][0-9][0-9]-[01][0-9]$' >/dev/null || fail "Месяц пишется так: 2024-03, а не $month"
  [ -d "$folder" ] || fail "Каталога $folder нет"
  # Whoever begins anew must not meet one that is at work.
  exec 9<"$folder"
  flock -n 9 || fail "С каталогом $folder уже работают"
  part=${table}_$(printf %s "$month" | tr - _)
  file=$folder/$part
}

list() {
  sql -F '	' -c "
    select i.inhparent::regclass, c.oid::regclass, pg_get_expr(c.relpartbound, c.oid), pg_size_pretty(pg_total_relation_size(c.oid))
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = any (string_to_array('$TABLES', ' ')::regclass[]) order by 1, 2"
}

# Of a table that is there and belongs to no other.
is_detached() { [ "$(sql -c "select relispartition from pg_class where oid = to_regclass('$part')")" = f ]; }

# Calls that came late stand in the partition of all other months, which must not have them beside their own.
late_calls() {
  [ "$table" = call_record ] || return 0
  printf '%s\n' 'lock table call_record_other in share row exclusive mode;' \
    "insert into $part select * from call_record_other where period = '$month';" \
    "delete from only call_record_other where period = '$month';"
}

# Whoever reads events from an earlier one is told that they are gone, instead of reading over the gap.
first_event() {
  [ "$table" = change_event ] || return 0
  echo 'update change_order set first_id = coalesce((select min(event_id) from change_event), last_id + 1);'
}

attaching() { printf '%s\n' 'begin;' "$(late_calls)" "$attach" "$(first_event)" 'commit;'; }

back_into_table() {
  trap '' INT TERM HUP
  if is_detached && sql -c "$(attaching)"; then say "Раздел $part остался в таблице"; fi
}

archive() {
  wanted "$@"
  [ "$month" \< "$(date -u +%Y-%m)" ] || fail "Месяц $month ещё идёт: в архив уходят только прошедшие"
  # Sessions are settled a day after their end, and records come late: without its partition they would fail meanwhile.
  [ "$month" != "$(date -u -d "$(date -u +%Y-%m-01) 1 month ago" +%Y-%m)" ] ||
    fail "Месяц $month только что кончился, записи о нём ещё приходят. В архив он уйдёт не раньше $(date -u -d "$month-01 2 months" +%d.%m.%Y)"
  if [ -s "$file.sql" ] && is_detached; then
    attach=$(tail -n 1 "$file.sql")
    say 'Прошлый раз не дошёл до конца, начинаем заново'
    back_into_table
    trap - INT TERM HUP
    rm -f "$file.sha256"
  fi
  [ -e "$file.sha256" ] && fail "Архив $file.sha256 уже есть"
  bounds=$(sql -c "
    select pg_get_expr(c.relpartbound, c.oid) from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = '$table'::regclass and c.relname = '$part'")
  [ -n "$bounds" ] || fail "Раздела $part в таблице $table нет. Что есть, показывает list"
  if [ "$table" = change_event ]; then
    older=$(sql -c "select count(*) from pg_inherits where inhparent = 'change_event'::regclass and inhrelid::regclass::text < '$part'")
    [ "$older" = 0 ] || fail 'События уходят в архив по порядку: сначала месяц, который старше'
  fi
  columns=$(sql -c "
    select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
    where attrelid = '$part'::regclass and attnum > 0 and not attisdropped and attgenerated = ''")
  # By it the month comes back, also after a crash of this machine.
  attach="alter table $table attach partition $part $bounds;"
  printf '%s\n' "$attach" >"$file.sql"
  sync "$file.sql"
  # From here on nobody changes it; if anything goes wrong, it comes back.
  trap back_into_table EXIT
  trap 'exit 1' INT TERM HUP
  sql -c "begin; set local lock_timeout = '3s'; alter table $table detach partition $part; $(first_event) commit"
  before=$(sql -c "$(fingerprint_of "$part")")
  printf '%s\n' "-- $part: $before" "$attach" >"$file.new"
  mv "$file.new" "$file.sql"
  sql -c "\\copy $part ($columns) to program 'gzip >\"$file.csv.gz\"' with (format csv, header)"
  after=$(read_back)
  [ "$before" = "$after" ] || fail "Файл $file.csv.gz не равен разделу: было $before, прочитано $after"
  (cd "$folder" && sha256sum "$part.csv.gz" "$part.sql") >"$file.sha256"
  sync "$file.csv.gz" "$file.sql" "$file.sha256"
  trap - EXIT INT TERM HUP
  sql -c "drop table $part"
  say "Раздел $part в архиве: $file.csv.gz, строк ${before%%|*}"
}

# Reads the file into a table that goes with the connection.
read_back() {
  sql -c "create temporary table back (like $part)" -c "\\copy back ($columns) from program 'gzip -dc \"$file.csv.gz\"' with (format csv, header)" \
    -c "$(fingerprint_of back)"
}

restore() {
  wanted "$@"
  (cd "$folder" && sha256sum --quiet -c "$part.sha256") >&2 || fail "Архив $file испорчен: контрольная сумма другая"
  known=$(sed -n "1s/^-- $part: //p" "$file.sql")
  if [ "$table" = change_event ]; then
    next=$(date -u -d "$month-01 1 month" +%Y_%m)
    [ "$(sql -c "select count(*) from pg_inherits where inhrelid = to_regclass('change_event_$next')")" = 1 ] ||
      fail 'События возвращаются по порядку: сначала месяц, который был позже'
  fi
  columns=$(gzip -dc "$file.csv.gz" | head -n 1 | sed 's/[^,][^,]*/"&"/g')
  # All or nothing. Rows that came late may have made their month anew.
  sql -f - <<SQL
begin; set local lock_timeout = '3s';
create table ${part}_back (like $table including defaults including constraints);
\copy ${part}_back ($columns) from program 'gzip -dc "$file.csv.gz"' with (format csv, header)
$(fingerprint_of "${part}_back") \gset
select :'found' = '$known' as equal, to_regclass('$part') is not null as there \gset
\if :equal
\else
do \$\$ begin raise exception 'Строки не те, что были'; end \$\$;
\endif
\if :there
insert into $part ($columns) select $columns from ${part}_back;
drop table ${part}_back;
\else
alter table ${part}_back rename to $part;
$(late_calls)
$(tail -n 1 "$file.sql")
\endif
$(first_event)
commit;
SQL
  say "Раздел $part снова в таблице $table, строк ${known%%|*}"
}

command -v psql >/dev/null || fail 'Нет psql: поставьте postgresql-client'
[ -n "${MIGRATION_DATABASE_URL:-}" ] || fail 'Задайте MIGRATION_DATABASE_URL: адрес базы с ролью, которой принадлежат таблицы'
case "${1:-}" in
  list) list ;;
  archive | restore) [ $# -eq 4 ] || fail "Так: months.sh $1 ТАБЛИЦА ГГГГ-ММ КАТАЛОГ"; command=$1; shift; "$command" "$@" ;;
  *) fail 'Так: months.sh list, months.sh archive ТАБЛИЦА ГГГГ-ММ КАТАЛОГ или months.sh restore ТАБЛИЦА ГГГГ-ММ КАТАЛОГ' ;;
esac
