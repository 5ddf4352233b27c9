import type { Tx } from '#server/db/database.ts';
import type { CallLeg } from './records/cdr.rules.ts';
import { heldCalls, keepDiffering, keepLegs, makeCalls, takeIntakeTurn } from './intake.queries.ts';
import { spendingChanged } from '../spending/spending-changed.ts';
import { carryCharged, rateMonths } from './rating.queries.ts';

export interface IntakeReport {
  /** New legs. */
  readonly fresh: number;
  /** Lines that repeat a leg with different data; the first version stays. */
  readonly differing: readonly number[];
}

/**
 * Stores records of the exchange once, for ever, by (uniqueid, sequence), builds their calls and rates their months,
 * all or nothing. The calls and their sums do not depend on the order of the records.
 */
export async function takeLegs(tx: Tx, legs: readonly CallLeg[], zone: string, now: Date): Promise<IntakeReport> {
  await takeIntakeTurn(tx);
  const kept = await keepLegs(tx, legs, now);
  await rateCalls(tx, kept, zone);
  const isRepeated = kept.length < legs.length;
  const differing = isRepeated ? await keepDiffering(tx, legs, now) : [];
  return { fresh: kept.length, differing: differing.map(({ line }) => line) };
}

/** Retries held legs: a number may be known by now, or a rate set. Returns how many calls are still held. */
export async function retryHeld(tx: Tx, zone: string): Promise<number> {
  await takeIntakeTurn(tx);
  await rateCalls(tx, await heldCalls(tx), zone);
  return (await heldCalls(tx)).length;
}

async function rateCalls(tx: Tx, calls: readonly { linkedid: string }[], zone: string): Promise<void> {
  const linkedids = [...new Set(calls.map(({ linkedid }) => linkedid))];
  if (linkedids.length === 0) return;
  const months = await makeCalls(tx, linkedids, zone);
  if (months.length === 0) return;
  await rateMonths(tx, months, zone);
  await carryCharged(tx, months);
  await spendingChanged(
    tx,
    months.map(({ phone_number }) => phone_number),
  );
}
