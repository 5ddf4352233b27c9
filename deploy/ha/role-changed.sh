#!/bin/sh
# Patroni calls it when the role of this node changes (`callbacks` in patroni.yml): role-changed.sh <folder of the database> <event> <role> <cluster>
# A standby takes what it receives for archived, since the primary archives it. What a primary that dies has not sent yet would be missing for
# ever, and a recovery would end there without a word. So a new primary sends all that it has; pgBackRest passes over what is there already.
set -eu
case $3 in master | primary) ;; *) exit ;; esac
cd "$1/pg_wal/archive_status"
# A whole segment has a name of 24 digits; what PostgreSQL calls .ready it keeps until it is sent.
for status in ????????????????????????.done; do
  [ ! -e "$status" ] || mv "$status" "${status%.done}.ready"
done
