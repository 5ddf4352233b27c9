#!/bin/sh
# Kabinet beside LANBilling: one payment by the call ExternPayment of its core (SOAP, port 34012), with the keys of utm5_payment_tool, for
# book.sh (docs/billing-views.ru.md):
#   lanbilling-payment.sh -C settings -a agrm_id -b roubles -e number
#
# The core books no number twice: it answers «already exists», and that is no fault here. What has come, book.sh asks of the base.
set -eu

while getopts C:a:b:e: key; do
  case $key in
    C) config=$OPTARG ;;
    a) account=$OPTARG ;;
    b) sum=$OPTARG ;;
    e) number=$OPTARG ;;
    *) exit 2 ;;
  esac
done
# URL, LOGIN and PASSWORD of a manager; in files and not in words, which all users of a machine may see.
. "$config"

cookies=$(mktemp)
trap 'rm -f "$cookies"' EXIT

escape() {
  printf '%s' "$1" | sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g'
}

call() {
  curl --silent --show-error --max-time 60 --cookie "$cookies" --cookie-jar "$cookies" --header 'Content-Type: text/xml; charset=utf-8' \
    --data-binary @- "${URL:-http://127.0.0.1:34012}/" <<END
<?xml version="1.0" encoding="UTF-8"?>
<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" xmlns:lb="urn:api3"><SOAP-ENV:Body>$1</SOAP-ENV:Body></SOAP-ENV:Envelope>
END
}

# The core's own words, without tags.
fail() {
  printf 'LANBilling: %s\n' "$(printf '%s' "$1" | sed 's/<[^>]*>/ /g' | tr -s ' \n\r\t' ' ')" >&2
  exit 1
}

answer=$(call "<lb:Login><login>$(escape "$LOGIN")</login><pass>$(escape "$PASSWORD")</pass></lb:Login>")
case $answer in *LoginResponse*) ;; *) fail "$answer" ;; esac

# id 11: the account is agrm_id. The zeros and notexists are what other programs send; the manager is the one who has come in.
# ИЗМЕНИТЕ: classid — категория платежа из вашего справочника, 0 — без категории.
answer=$(call "<lb:ExternPayment><id>11</id><str>$account</str><operid>0</operid><val><agrmid>0</agrmid><modperson>0</modperson>\
<currid>0</currid><classid>0</classid><amount>$sum</amount><paydate>$(date '+%Y-%m-%d %H:%M:%S')</paydate>\
<receipt>$number</receipt><comment>Личный кабинет</comment></val><notexists>1</notexists></lb:ExternPayment>")
call '<lb:Logout/>' >/dev/null || true
case $answer in *ExternPaymentResponse* | *'already exists'*) ;; *) fail "$answer" ;; esac
