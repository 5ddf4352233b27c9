import type { Tx } from '#db/database.ts';
import type { Leg } from './cdr.rules.ts';
import { differingLines, heldCalls, keepLegs, makeCalls, takeTurn, type Zones } from './intake.queries.ts';
import { rate } from './rating.queries.ts';

export interface Taken {
  /** Legs that were not known before. */
  readonly fresh: number;
  /** Lines that repeat a leg and say something else of it: what was taken first stands. */
  readonly differing: readonly number[];
}

/**
 * Takes records of the exchange: writes them down once for ever by (uniqueid, sequence), makes calls of them and rates the months
 * they fall in, all or nothing. Whatever order they come in, the calls and their sums are the same in the end.
 */
export async function takeLegs(tx: Tx, legs: readonly Leg[], zones: Zones, now: Date): Promise<Taken> {
  await takeTurn(tx);
  const kept = await keepLegs(tx, legs, zones, now);
  await rateCalls(tx, kept, zones);
  const isRepeated = kept.length < legs.length;
  const differing = isRepeated ? await differingLines(tx, legs, zones) : [];
  return { fresh: kept.length, differing: differing.map(({ line }) => line) };
}

/** Looks once more at what was held: a number may be known by now, a rate be set. Answers how many calls are held still. */
export async function retryHeld(tx: Tx, zones: Zones): Promise<number> {
  await takeTurn(tx);
  await rateCalls(tx, await heldCalls(tx), zones);
  return (await heldCalls(tx)).length;
}

async function rateCalls(tx: Tx, calls: readonly { linkedid: string }[], zones: Zones): Promise<void> {
  const linkedids = [...new Set(calls.map(({ linkedid }) => linkedid))];
  if (linkedids.length === 0) return;
  const months = await makeCalls(tx, linkedids, zones);
  if (months.length > 0) await rate(tx, months, zones.provider);
}
