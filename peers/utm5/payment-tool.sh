#!/bin/sh
# Stands for utm5_payment_tool, with the keys that programs of others use. A number that has come before is booked again: nobody promises
# otherwise. Whoever kills this program does not kill the core, which goes on until it has written.
while getopts C:a:b:e: key; do
  case $key in
    C) config=$OPTARG ;;
    a) account=$OPTARG ;;
    b) sum=$OPTARG ;;
    e) number=$OPTARG ;;
    *) exit 2 ;;
  esac
done
[ ! -e "$config.core-is-down" ] || { echo 'Connection refused' >&2; exit 1; }
read -r call </proc/sys/kernel/random/uuid
export config number booking="call core.book('$call', $account, $sum, '$number')"
setsid sh -c '
  echo "$number" >>"$config.heard"
  sleep "${CORE_SECONDS:-0}"
  until $CORE_CLIENT "$booking"; do sleep 0.1; done
' 9>&- >/dev/null 2>&1 &
wait $!
