#!/bin/sh
# What a recovery needs besides the database: keys, settings, anchors of the audit. A database without SERVICE_SECRET_KEY opens no sealed
# field, and a repository without its pass cannot be read. Sealed by age (Debian: age) for the people in RECIPIENTS: this machine can write
# such a copy and cannot read it, so it may lie beside the backups. Run as root; docs/backup.ru.md.
set -eu
cd /
own=${BACKUP_SETTINGS:-/etc/kabinet/backup.env}
# shellcheck source=/dev/null
[ ! -r "$own" ] || . "$own"
to=${FILES_TO:-/var/lib/kabinet-backup}
recipients=${RECIPIENTS:-/etc/kabinet/backup.recipients}
settings=${KABINET_SETTINGS:-/etc/kabinet/kabinet.env}
data=${KABINET_DATA:-/var/lib/kabinet}
more=${MORE_FILES:-}
keep=${KEEP:-30}

if [ ! -s "$recipients" ]; then
  echo "Некому запечатать копию: впишите открытые ключи age в $recipients (/usr/lib/kabinet/docs/backup.ru.md)" >&2
  exit 1
fi
umask 077
mkdir -p "$to"
file="$to/kabinet-files-$(date -u +%Y%m%dT%H%M%SZ).tar.age"
# Files that the settings name: the anchors of the audit, banks and terminals.
named() { sed -n "s|^[A-Z0-9_]*=['\"]\{0,1\}\(/[^'\"]*\).*|\1|p" "$settings"; }
there=
add() { [ ! -e "$1" ] || there="$there ${1#/}"; }
for path in /etc/kabinet "$data" /etc/pgbackrest.conf /etc/pgbackrest /etc/postgresql /etc/nginx /etc/systemd/system/kabinet*.d $more; do
  add "$path"
done
for path in $(named); do
  case $path in /etc/kabinet/* | "$data"/*) ;; *) [ ! -f "$path" ] || add "$path" ;; esac
done
trap 'rm -f "$file.part" "$file.code"' EXIT
# shellcheck disable=SC2086
{
  code=0
  tar -C / --exclude="${data#/}/postgres" --exclude="${data#/}/tmp" --exclude="${data#/}/compiled" --exclude="${data#/}/mail" -cz $there || code=$?
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
