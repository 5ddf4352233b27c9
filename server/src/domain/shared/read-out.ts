import { randomInt } from 'node:crypto';

/** Characters that neither look nor sound alike, because such secrets are copied by hand and read out by telephone. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';

const group = (size: number): string =>
  Array.from({ length: size }, () => SIGNS.charAt(randomInt(SIGNS.length))).join('');

/** The secret of a link, twenty-six signs of 31: 128.8 bits. It stands behind the `#`, which no server and no journal ever sees. */
export const newLinkSecret = (): string => group(26);

/** A random secret in groups, «k7mf-2xqd-9hwp»: almost five bits per character. */
export const secretToReadOut = (groups: number, size: number): string =>
  Array.from({ length: groups }, () => group(size)).join('-');
