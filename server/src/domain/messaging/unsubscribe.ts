import { createHmac } from 'node:crypto';
import type { Tx } from '#server/db/database.ts';
import { isSameText } from '#server/kernel/same-text.ts';
import { chooseNotice } from './choices.queries.ts';
import type { Letters } from './effects.ts';
import { dropNews, letterAddress, muteFurther, unsubscribeKey } from './unsubscribe.queries.ts';

export type { Letters } from './effects.ts';

// A link in a letter switches such letters to its address off, without signing in (RFC 8058). The signature covers the address, so
// the link does nothing once the address is no longer a contact.

const CATEGORIES = ['debt', 'charge', 'payment', 'autopayment', 'service', 'support', 'news'] as const;

const wordsOf = ({ contractId, furtherId, category }: Letters): string =>
  [contractId, furtherId ?? 0, category].join(':');

const sign = (key: string, letters: Letters, address: string): string =>
  createHmac('sha256', key)
    .update(`${wordsOf(letters)}:${address}`)
    .digest('base64url')
    .slice(0, 22);

/** The signed token of the link. */
export const unsubscribeToken = async (tx: Tx, letters: Letters, address: string): Promise<string> =>
  `${Buffer.from(wordsOf(letters)).toString('base64url')}.${sign(await unsubscribeKey(tx), letters, address)}`;

function read(token: string): { letters: Letters; signature: string } | undefined {
  const [words = '', signature = ''] = token.split('.');
  const [, contractId, furtherId, category] =
    /^([1-9]\d{0,14}):(0|[1-9]\d{0,14}):(\w{1,20})$/.exec(Buffer.from(words, 'base64url').toString()) ?? [];
  const known = CATEGORIES.find((one) => one === category);
  if (known === undefined) return undefined;
  const further = Number(furtherId);
  return {
    letters: { contractId: Number(contractId), furtherId: further === 0 ? null : further, category: known },
    signature,
  };
}

/** The letters that a link switches off, and their address. */
export interface LeftLetters extends Letters {
  readonly address: string;
}

/** Verifies a token; undefined if it was not signed by this portal, or its address is no longer a contact. */
export async function readUnsubscribe(tx: Tx, token: string): Promise<LeftLetters | undefined> {
  const found = read(token);
  if (!found) return undefined;
  const { letters, signature } = found;
  const address = await letterAddress(tx, letters.contractId, letters.furtherId);
  if (address === undefined) return undefined;
  const isOurs = isSameText(sign(await unsubscribeKey(tx), letters, address), signature);
  return isOurs ? { ...letters, address } : undefined;
}

/** Switches such letters to the address off; a repeat succeeds, too. */
export async function unsubscribe(tx: Tx, { contractId, furtherId, category }: Letters): Promise<void> {
  if (furtherId !== null) return muteFurther(tx, furtherId, category);
  if (category === 'news') return dropNews(tx, contractId);
  return chooseNotice(tx, contractId, { channel: 'mail', category }, false);
}
