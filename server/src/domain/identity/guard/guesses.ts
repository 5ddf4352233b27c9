import type { Tx } from '#server/db/database.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { addressNetworksOf } from '../session/address.rules.ts';
import { countHits, hitsOf } from './guard.queries.ts';
import { hourOf, MANY_WRONG_CODES, restOfHour, WRONG_CODES_AN_HOUR } from './lock.rules.ts';

// Limits for guessing codes without a password. A code and a contract have their own limits; these limits stop somebody
// who tries a few codes at each of many contracts.

const HOUR_MS = 3_600_000;
const EVERYWHERE = 'wrong-code';
const from = (ip: string) => addressNetworksOf(ip).map(({ name, share }) => ({ bucket: `wrong-code:${name}`, share }));

/** Refuses an address whose networks sent too many wrong codes in this hour; the next code is not even checked. */
export async function refuseGuesser(tx: Tx, ip: string, now: Date): Promise<void> {
  const networks = from(ip);
  const hits = await hitsOf(tx, bucketsOf(networks), now, hourOf);
  const isGuesser = networks.some(({ bucket, share }) => (hits.get(bucket) ?? 0) >= WRONG_CODES_AN_HOUR * share);
  if (isGuesser) throw new Problem('too_many_requests', { retryAfter: restOfHour(now), message: GUESSER });
}

const GUESSER = 'Из вашей сети ввели слишком много неверных кодов. Попробуйте через час или позвоните в поддержку';

const bucketsOf = (networks: ReturnType<typeof from>): string[] => networks.map(({ bucket }) => bucket);

/** Counts a wrong code for its networks and for the whole system. */
export async function noteWrongCode(tx: Tx, ip: string, now: Date): Promise<void> {
  await countHits(tx, [...bucketsOf(from(ip)), EVERYWHERE].toSorted(), now, hourOf);
}

/** Whether somebody seems to guess codes of many contracts in this hour or the last; recovery codes are longer then. */
export async function isUnderGuess(tx: Tx, now: Date): Promise<boolean> {
  const last = new Date(now.getTime() - HOUR_MS);
  const counts = [await hitsOf(tx, [EVERYWHERE], now, hourOf), await hitsOf(tx, [EVERYWHERE], last, hourOf)];
  return counts.some((hits) => (hits.get(EVERYWHERE) ?? 0) >= MANY_WRONG_CODES);
}
