/** Debian packages of the real programs that the tests of this folder talk to. `npm run test:peers` installs what is missing. */
export const packages = /** @type {readonly string[]} */ (['kamailio', 'kamailio-postgres-modules', 'sip-tester']);
