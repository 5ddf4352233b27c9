import type { Tx } from '#server/db/database.ts';
import { byHalves } from '#server/kernel/job/one-at-fault.ts';
import type { World } from '#server/kernel/world.ts';
import type { CallLeg } from './records/cdr.rules.ts';
import {
  countHeld,
  heldCalls,
  keepDiffering,
  keepLegs,
  makeCalls,
  takeIntakeTurn,
  type NewLeg,
} from './intake.queries.ts';
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
  await rateCalls(tx, kept, kept, zone);
  const isRepeated = kept.length < legs.length;
  const differing = isRepeated ? await keepDiffering(tx, legs, now) : [];
  return { fresh: kept.length, differing: differing.map(({ line }) => line) };
}

/** Calls tried again in one transaction. */
const IN_ONE_GO = 1000;

/**
 * Retries held legs, some calls at a time: a number may be known by now, or a rate set. A call that fails stays held and stops none of
 * the others. Returns how many calls are still held.
 */
export async function retryHeld({ db, log }: Pick<World, 'db' | 'log'>, zone: string): Promise<number> {
  const retry = (calls: readonly { linkedid: string }[]) =>
    db.write(async (tx) => {
      await takeIntakeTurn(tx);
      await rateCalls(tx, calls, [], zone);
    });
  let calls = await db.write((tx) => heldCalls(tx, '', IN_ONE_GO));
  for (let last = calls.at(-1); last; last = calls.at(-1)) {
    const { linkedid: after } = last;
    await byHalves(calls, retry, ({ linkedid }, err) => log.error({ err, linkedid }, 'held call not rated'));
    calls = await db.write((tx) => heldCalls(tx, after, IN_ONE_GO));
  }
  return db.write(countHeld);
}

async function rateCalls(
  tx: Tx,
  calls: readonly { linkedid: string }[],
  fresh: readonly NewLeg[],
  zone: string,
): Promise<void> {
  const linkedids = [...new Set(calls.map(({ linkedid }) => linkedid))];
  if (linkedids.length === 0) return;
  const months = await makeCalls(tx, linkedids, fresh, zone);
  if (months.length === 0) return;
  await rateMonths(tx, months, zone);
  await carryCharged(tx, months);
  await spendingChanged(
    tx,
    months.map(({ phone_number }) => phone_number),
  );
}
