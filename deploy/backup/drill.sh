#!/bin/sh
# The drill of recovery: restores the newest backup, or a moment, into a folder of its own, starts PostgreSQL on it at another port, lets the
# portal check it, and throws it away. Nothing of the copy is charged, sent or told to the network: no process of the portal runs on it, its
# settings name no outside system, it writes no archive. Run as root where the repository and the package kabinet are; docs/backup.ru.md.
#   drill.sh [--to '2026-11-28 03:15:00+04'] [--timeline latest] [--keep]
#   drill.sh --clear   removes a copy that was kept
set -eu
# PostgreSQL's user may not stand in the folder of root.
cd /
own=${BACKUP_SETTINGS:-/etc/kabinet/backup.env}
# shellcheck source=/dev/null
[ ! -r "$own" ] || . "$own"
folder=${DRILL_FOLDER:-/var/tmp/kabinet-drill}
port=${DRILL_PORT:-5499}
settings=${KABINET_SETTINGS:-/etc/kabinet/kabinet.env}
data=${KABINET_DATA:-/var/lib/kabinet}
command=${KABINET_COMMAND:-kabinet}
stanza=${STANZA:-kabinet}
config=${PGBACKREST_CONFIG:-/etc/pgbackrest.conf}
stamp=${DRILL_STAMP:-/var/lib/kabinet-backup/drill}
to=
# Of the backup: after an earlier recovery the newest one leads to where that one ended, without a word.
timeline=current
keep=
clear=

while [ $# -gt 0 ]; do
  case $1 in
    --to) to=${2:?'--to ждёт момента: --to "2026-11-28 03:15:00+04"'}; shift 2 ;;
    --timeline) timeline=${2:?'--timeline ждёт линии: --timeline latest'}; shift 2 ;;
    --keep) keep=yes; shift ;;
    --clear) clear=yes; shift ;;
    *) echo "Так не понять: $1. Можно: --to '<момент с зоной>', --timeline latest, --keep, --clear" >&2; exit 2 ;;
  esac
done

fail() { echo "УЧЕНИЕ НЕ ПРОШЛО: $*" >&2; exit 1; }
# Without a session of PAM, which would fill the journal.
as_postgres() { setpriv --reuid=postgres --regid=postgres --init-groups -- "$@"; }
backrest() { as_postgres pgbackrest --config="$config" --stanza="$stanza" "$@"; }
ask() { as_postgres psql -h "$folder" -p "$port" -XAtqd "$1" -c "$2"; }
setting() { sed -n "s/^$1=//p" "$settings" | tail -1 | sed "s/^'\(.*\)'\$/\1/; s/^\"\(.*\)\"\$/\1/"; }

# Its server is known by its folder: the number in its file may by now be another's.
remove_copy() {
  server=$(head -1 "$folder/base/postmaster.pid" 2>/dev/null || true)
  if [ -n "$server" ] && [ "$(readlink "/proc/$server/cwd" || true)" = "$(readlink -f "$folder")/base" ]; then
    kill -QUIT "$server"
    while kill -0 "$server" 2>/dev/null; do sleep 0.2; done
  fi
  rm -rf "$folder"
}

wrong_start() {
  tail -20 "$folder/log" >&2
  fail 'PostgreSQL не запустился на копии или не нашёл этого момента, его журнал выше'
}

[ "$(id -u)" = 0 ] || fail 'запустите от root'
if [ -n "$clear" ]; then
  remove_copy
  exit
fi
[ -r "$settings" ] || fail "нет настроек кабинета: $settings"
[ ! -e "$folder" ] || fail "папка $folder уже есть: идёт другое учение или осталась прежняя копия. Убрать её: $0 --clear"

# A full disk would stop the database that works beside: a third more than the copy, for its own log.
size=$(backrest --output=json info | grep -o '"size":[0-9][0-9]*' | tail -1 | cut -d: -f2 || true)
[ -n "$size" ] || fail 'копий нет, или хранилище не читается: pgbackrest info'
free=$(df --output=avail -B1 "$(dirname "$folder")" | tail -1)
[ "$free" -gt $((size + size / 3 + 1073741824)) ] || fail "мало места: копия займёт $((size / 1048576)) МБ, свободно $((free / 1048576)) МБ"

base=
finish() {
  if [ -n "$keep" ] && [ -n "$base" ]; then return; fi
  remove_copy
}
trap finish EXIT
trap 'exit 1' INT TERM

began=$(date +%s)
install -d -o postgres -g postgres -m 0755 "$folder"
install -d -o postgres -g postgres -m 0700 "$folder/base"
set -- --pg1-path="$folder/base" --tablespace-map-all="$folder/spaces" --archive-mode=off
if [ -n "$to" ]; then set -- "$@" --type=time "--target=$to" "--target-timeline=$timeline" --target-action=promote; fi
echo "Восстанавливаю ${to:-последнее, что есть}…"
backrest "$@" restore || fail 'восстановить не удалось, причина выше'
base=$folder/base
bin=/usr/lib/postgresql/$(cat "$base/PG_VERSION")/bin
restored=$(date +%s)

# Debian keeps settings apart, so the copy has none. It takes no connections before its moment is reached, writes no archive, and is seen from
# this machine alone.
cat >"$base/postgresql.conf" <<CONF
port = $port
listen_addresses = '127.0.0.1'
unix_socket_directories = '$folder'
hot_standby = off
archive_mode = off
shared_buffers = 256MB
logging_collector = off
CONF
echo 'local all postgres peer
host all all 127.0.0.1/32 scram-sha-256' >"$base/pg_hba.conf"
: >"$base/pg_ident.conf"
chown postgres:postgres "$base/postgresql.conf" "$base/pg_hba.conf" "$base/pg_ident.conf"
as_postgres "$bin/pg_ctl" -D "$base" -l "$folder/log" -s -w -t 86400 start || wrong_start
# It has started, but the log is still read: connections come at its end, or at the moment.
until [ "$(ask postgres 'select pg_is_in_recovery()' 2>/dev/null)" = f ]; do
  as_postgres "$bin/pg_ctl" -D "$base" status >/dev/null || wrong_start
  sleep 1
done
played=$(date +%s)

url=$(setting DATABASE_URL)
role=$(echo "$url" | sed -n 's|^postgres[a-z]*://\([^:@/]*\).*|\1|p')
database=$(echo "$url" | sed -n 's|^postgres[a-z]*://[^/]*/\([^?]*\).*|\1|p')
if [ -z "$role" ] || [ -z "$database" ]; then fail "в $settings нет DATABASE_URL"; fi
last=$(ask "$database" "select to_char(pg_last_xact_replay_timestamp(), 'YYYY-MM-DD HH24:MI:SS TZH:TZM')")

# The portal's own role, with a password of this hour; on the copy alone.
password=$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')
ask "$database" "alter role \"$role\" password '$password'"
key=$(setting SERVICE_SECRET_KEY)
[ -n "$key" ] || key=$(cat "$data/service-secret-key" 2>/dev/null) || fail 'нет SERVICE_SECRET_KEY: без него пароли услуг не прочитать'
mkdir -p "$folder/portal/tmp"
{
  echo "DATABASE_URL=postgres://$role:$password@127.0.0.1:$port/$database"
  echo "SERVICE_SECRET_KEY=$key"
  echo KABINET_WORKER=off
  for name in KABINET_PROVIDER KABINET_DEMO; do
    value=$(setting $name)
    [ -z "$value" ] || echo "$name='$value'"
  done
  anchors=$(setting AUDIT_ANCHOR_FILE)
  if [ -n "$anchors" ] && [ -e "$anchors" ]; then
    # An anchor that is younger than the copy tells of what the copy cannot have.
    until=$(ask "$database" "select to_char(pg_last_xact_replay_timestamp() at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS')")
    awk -v until="$until" 'match($0, /"at":"[^"]*/) && substr($0, RSTART + 6, RLENGTH - 6) <= until' "$anchors" >"$folder/portal/anchors"
    echo "AUDIT_ANCHOR_FILE='$folder/portal/anchors'"
  fi
} >"$folder/portal/kabinet.env"
if id kabinet >/dev/null 2>&1; then chown -R kabinet "$folder/portal"; fi
chmod -R go= "$folder/portal"

wrong=
portal() {
  echo "— $command $*"
  KABINET_SETTINGS=$folder/portal/kabinet.env KABINET_DATA=$folder/portal KABINET_MIGRATION_SETTINGS=/dev/null $command "$@" || wrong=yes
}
portal check
portal ledger verify
portal audit verify

echo "Последнее изменение в копии: $last"
ask "$database" "
  select 'Последняя проводка: ' || coalesce(to_char(max(happened_at), 'YYYY-MM-DD HH24:MI:SS TZH:TZM'), 'нет') from ledger_transaction
  where happened_at <= now();
  select 'Договоров: ' || count(*) from contract;
  select 'Сумма всех строк книг, коп.: ' || coalesce(sum(amount_kopecks), 0) from ledger_entry"
echo "Время: копия $((restored - began)) с, журнал $((played - restored)) с, проверка $(($(date +%s) - played)) с"
[ -z "$wrong" ] || fail 'кабинет нашёл неверное, слова выше'
mkdir -p "$(dirname "$stamp")"
date +%s >"$stamp"
echo 'УЧЕНИЕ ПРОШЛО'
if [ -n "$keep" ]; then
  echo "Копия оставлена: psql -h $folder -p $port $database (от postgres). Убрать: $0 --clear"
fi
