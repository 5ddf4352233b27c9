import { createHash } from 'node:crypto';

const ALPHABET = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ROUNDS = 1000;
/** In which order the bytes of the digest are written, by threes; the last stands alone. */
const ORDER = [
  [0, 6, 12],
  [1, 7, 13],
  [2, 8, 14],
  [3, 9, 15],
  [4, 10, 5],
] as const;
const LAST = 11;

const md5 = (...parts: readonly (Buffer | string)[]): Buffer => {
  const digest = createHash('md5');
  for (const part of parts) digest.update(part);
  return digest.digest();
};

/** The digest of `$1$salt$digest`, as crypt(3) of Linux and FreeBSD makes it: it is in no library of Node. */
export function md5Crypt(typed: string, salt: string): string {
  const password = Buffer.from(typed);
  let digest = md5(...firstParts(password, salt));
  for (let round = 0; round < ROUNDS; round += 1) {
    const isOdd = round % 2 === 1;
    const [first, last] = isOdd ? [password, digest] : [digest, password];
    digest = md5(first, round % 3 === 0 ? '' : salt, round % 7 === 0 ? '' : password, last);
  }
  return inLetters(digest);
}

function firstParts(password: Buffer, salt: string): (Buffer | string)[] {
  const alternate = md5(password, salt, password);
  const parts: (Buffer | string)[] = [password, '$1$', salt];
  for (let left = password.length; left > 0; left -= alternate.length) parts.push(alternate.subarray(0, left));
  // A zero byte for each bit of the length that is set, else the first letter.
  for (let left = password.length; left > 0; left >>= 1)
    parts.push(left % 2 === 1 ? Buffer.alloc(1) : password.subarray(0, 1));
  return parts;
}

function inLetters(digest: Buffer): string {
  const byte = (place: number) => digest[place] ?? 0;
  const words = ORDER.map(([a, b, c]) => letters(byte(a) * 65_536 + byte(b) * 256 + byte(c), 4));
  return [...words, letters(byte(LAST), 2)].join('');
}

function letters(value: number, count: number): string {
  return Array.from({ length: count }, (_, index) => ALPHABET[Math.floor(value / 64 ** index) % 64]).join('');
}
