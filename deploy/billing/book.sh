#!/bin/sh
# Kabinet beside UTM5 or LANBilling: books by a program the money that waits in kabinet_request (docs/billing-views.ru.md). A timer runs it on
# the server of the billing every 15 seconds; it needs Linux (flock) and the client of the base.
#
# A payment is booked under the number kabinet-<номер запроса>. Whether it has come is asked of the billing's table, never of the program: so
# whoever dies in between, the next run sees it there.
set -eu

# ИЗМЕНИТЕ: программа с её настройками (адрес ядра, логин, пароль) и вход в базу. Для MySQL и MariaDB это файл ([client] user=…
# password=…), для PostgreSQL — адрес (пароль — в ~/.pgpass). Здесь — UTM5, для LANBilling — в kabinet-book.service.
TOOL=${TOOL:-/netup/utm5/bin/utm5_payment_tool}
TOOL_CONFIG=${TOOL_CONFIG:-/netup/utm5/utm5_payment_tool.cfg}
DATABASE_CONFIG=${DATABASE_CONFIG:-/etc/kabinet-book.cnf}
POSTGRES=${POSTGRES:-}
LOCK=${LOCK:-/run/lock/kabinet-book}
# The core has written both the payment and the balance by then.
SETTLE_SECONDS=${SETTLE_SECONDS:-2}
# A payment that has not come by then was not booked, and is tried again.
AGAIN_SECONDS=${AGAIN_SECONDS:-300}

ask() {
  if [ -n "$POSTGRES" ]; then
    psql -X -q -A -t -F ' ' -v ON_ERROR_STOP=1 "$POSTGRES" -c "select * from kabinet.kabinet_$1"
  else
    mysql --defaults-file="$DATABASE_CONFIG" --skip-column-names --batch -e "call kabinet.kabinet_$1"
  fi
}

# The program inherits the lock: while one that has outlived its script still books, nobody else begins.
exec 9>"$LOCK"
flock -n 9 || exit 0

left=$(ask 'settle()')
while :; do
  requests=$(ask "take($AGAIN_SECONDS)")
  [ -n "$requests" ] || break
  printf '%s\n' "$requests" | while read -r no account amount; do
    # ИЗМЕНИТЕ для UTM5: способ платежа из вашего справочника — допишите -m и его номер.
    "$TOOL" -C "$TOOL_CONFIG" -a "$account" -b "$amount" -e "kabinet-$no" </dev/null ||
      echo "${TOOL##*/} не провёл запрос $no" >&2
  done
  sleep "$SETTLE_SECONDS"
  left=$(ask 'settle()')
done
[ -z "$left" ] || {
  printf 'В биллинг не пришли платежи по запросам (номер, счёт, сумма):\n%s\n' "$left" >&2
  exit 1
}
