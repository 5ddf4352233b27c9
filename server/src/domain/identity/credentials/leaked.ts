import { hash } from 'node:crypto';

// A Bloom filter: it finds every password of its list; one of ten thousand other passwords is a false positive.

const BITS_A_WORD = 20;
const HASHES = 14;

/** Bytes of a filter for so many passwords. */
export const filterSize = (words: number): number => Math.ceil((words * BITS_A_WORD) / 8);

/** The bits of a password in a filter of so many bytes. */
export function bitsOf(password: string, bytes: number): number[] {
  const digest = hash('sha256', password, 'buffer');
  const [start, step] = [digest.readUInt32LE(0), (digest.readUInt32LE(4) | 1) >>> 0];
  return Array.from({ length: HASHES }, (_, index) => (start + index * step) % (bytes * 8));
}

export const isIn = (filter: Uint8Array, password: string): boolean =>
  bitsOf(password, filter.length).every((bit) => ((filter[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0);

const RUSSIAN = 'йцукенгшщзхъфывапролджэячсмитьбюё';
const LATIN = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";

/** What the same keys type in the Latin layout: «йцукенгш» is guessed like «qwertyui». */
export const inLatinKeys = (password: string): string =>
  Array.from(password, (sign) => LATIN[RUSSIAN.indexOf(sign)] ?? sign).join('');
