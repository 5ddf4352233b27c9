#!/bin/sh
# How old the newest backup, the archive and the last good drill are, where node_exporter reads files (docs/alerts.md). Run as root, each five
# minutes. What cannot be asked is left out, and the alerts tell of what is absent. A standby archives nothing, and says nothing of it.
set -eu
cd /
own=${BACKUP_SETTINGS:-/etc/kabinet/backup.env}
# shellcheck source=/dev/null
[ ! -r "$own" ] || . "$own"
to=${STATE_TO:-/var/lib/prometheus/node-exporter/kabinet_backup.prom}
config=${PGBACKREST_CONFIG:-/etc/pgbackrest.conf}
port=${PGPORT:-5432}
sockets=${PGHOST:-/var/run/postgresql}
stamp=${DRILL_STAMP:-/var/lib/kabinet-backup/drill}
# Without a session of PAM, which would fill the journal.
as_postgres() { setpriv --reuid=postgres --regid=postgres --init-groups -- "$@"; }

if [ ! -d "$(dirname "$to")" ]; then
  echo "Некому читать метрики, папки $(dirname "$to") нет: apt install prometheus-node-exporter, или впишите STATE_TO в $own" >&2
  exit 1
fi

newest=$(as_postgres pgbackrest --config="$config" --stanza=kabinet --output=json info | grep -o '"stop":[0-9][0-9]*' | tail -1 | cut -d: -f2 || true)
archive=$(as_postgres psql -h "$sockets" -p "$port" -AtF ' ' postgres -c "
  select coalesce(extract(epoch from last_archived_time)::bigint, 0), (coalesce(last_failed_time > last_archived_time, last_failed_time is not null))::int
  from pg_stat_archiver where not pg_is_in_recovery()" || true)
drill=$(cat "$stamp" 2>/dev/null || true)

say() { [ -z "$3" ] || printf '# HELP %s %s\n# TYPE %s gauge\n%s %s\n' "$1" "$2" "$1" "$1" "$3"; }
{
  say kabinet_backup_newest_seconds 'When the newest backup of the database ended, seconds since 1970' "$newest"
  say kabinet_backup_archived_seconds 'When the last segment went to the repository, seconds since 1970' "${archive% *}"
  say kabinet_backup_archive_failing '1 while segments do not reach the repository' "${archive#* }"
  say kabinet_backup_drill_seconds 'When a backup was last restored and found whole, seconds since 1970' "$drill"
} >"$to.new"
chmod 0644 "$to.new"
mv "$to.new" "$to"
