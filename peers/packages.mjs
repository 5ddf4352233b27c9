/** Debian packages of the real programs that the tests of this folder talk to. `npm run test:peers` installs what is missing. */
export const packages = /** @type {readonly string[]} */ ([
  'dovecot-imapd',
  'dovecot-lmtpd',
  'dovecot-pgsql',
  'dovecot-sieve',
  'postfix',
  'postfix-pgsql',
  'swaks',
  'kamailio',
  'kamailio-postgres-modules',
  'sip-tester',
  'libnet-smpp-perl',
  'prometheus',
  'pgbouncer',
  'python3-botocore',
]);
