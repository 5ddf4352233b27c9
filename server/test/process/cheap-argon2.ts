import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import type * as Argon2 from '@node-rs/argon2';

// In tests `@node-rs/argon2` is this file: the same algorithm, but a hash costs a few microseconds instead of 25 ms of a core. Its text
// claims the parameters that were asked for. Hashes from elsewhere are verified as they are; `atFullPrice` is for tests of the price.

const real = createRequire(import.meta.url)('@node-rs/argon2') as typeof Argon2;

const COSTS = /m=\d+,t=\d+,p=\d+/;
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 };
/** The cheap parameters as a hash names them. */
const CHEAP_COSTS = 'm=8,t=1,p=1';
/** Begins the salt of a cheap hash; in the text it is `MARK`. */
const MARKED = Buffer.from('cheap!');
const MARK = MARKED.toString('base64');
/** The salt of the hash for nobody, which no password has. */
const NOBODY = 'A'.repeat(22);

let isFull = false;

/** From now on a hash costs as much as it says; returns what ends that. */
export function atFullPrice(): () => void {
  isFull = true;
  return () => {
    isFull = false;
  };
}

export async function hash(password: string, options: Argon2.Options): Promise<string> {
  if (isFull) return real.hash(password, options);
  const text = await real.hash(password, { ...CHEAP, salt: Buffer.concat([MARKED, randomBytes(10)]) });
  const { memoryCost, timeCost, parallelism } = options;
  return text.replace(COSTS, `m=${memoryCost},t=${timeCost},p=${parallelism}`);
}

export async function verify(hashed: string, password: string): Promise<boolean> {
  const salt = hashed.split('$')[4] ?? '';
  const isCheap = salt.startsWith(MARK);
  if (isFull && isCheap) await real.verify(hashed, password);
  return real.verify(isCheap || (salt === NOBODY && !isFull) ? hashed.replace(COSTS, CHEAP_COSTS) : hashed, password);
}
