#!/bin/sh
# What a recovery needs besides the database: keys, settings, anchors of the audit. A database without SERVICE_SECRET_KEY opens no sealed
# field, and a repository without its pass cannot be read. Sealed by age (Debian: age) for the people in RECIPIENTS: this machine can write
# such a copy and cannot read it, so it may lie beside the backups. Run as root; docs/backup.ru.md.
set -eu
to=${FILES_TO:-/var/lib/kabinet-backup}
recipients=${RECIPIENTS:-/etc/kabinet-backup.recipients}
data=${KABINET_DATA:-/var/lib/kabinet}
# Separated by spaces: what your machine has besides, above all AUDIT_ANCHOR_FILE if it lies elsewhere.
more=${MORE_FILES:-}
keep=${KEEP:-30}

if [ ! -s "$recipients" ]; then
  echo "Некому запечатать копию: впишите открытые ключи age в $recipients (docs/backup.ru.md)" >&2
  exit 1
fi
umask 077
mkdir -p "$to"
file="$to/kabinet-files-$(date -u +%Y%m%dT%H%M%SZ).tar.age"
there=
for path in /etc/kabinet "$data" /etc/pgbackrest.conf /etc/pgbackrest /etc/postgresql /etc/nginx/sites-available $more; do
  [ ! -e "$path" ] || there="$there ${path#/}"
done
trap 'rm -f "$file.part" "$file.code"' EXIT
# shellcheck disable=SC2086
{
  code=0
  tar -C / --exclude="${data#/}/postgres" --exclude="${data#/}/tmp" --exclude="${data#/}/compiled" -cz $there || code=$?
  echo "$code" >"$file.code"
} | age -R "$recipients" -o "$file.part"
# 1: a file has changed while it was read, which an anchor may.
if [ "$(cat "$file.code")" -gt 1 ]; then
  echo 'Не всё удалось прочитать, копии нет' >&2
  exit 1
fi
mv "$file.part" "$file"
# Names have no spaces, and their order is that of time.
# shellcheck disable=SC2012
ls "$to"/kabinet-files-*.tar.age | head -n "-$keep" | xargs -r rm --
echo "Запечатано: $file"
