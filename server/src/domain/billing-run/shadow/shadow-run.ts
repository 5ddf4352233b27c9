import { addDays, dayIn, type Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { planAnew } from '#server/domain/billing/charging/charging.queries.ts';
import { byHalves } from '#server/kernel/job/one-at-fault.ts';
import type { World } from '#server/kernel/world.ts';
import { judgeNights } from './judge.ts';
import {
  accountsAfter,
  adoptMarks,
  beginShadow,
  externalSince,
  finishShadow,
  forgetShadow,
  lastShadowed,
  lockShadow,
  shadowCalls,
  shadowDue,
  shadowUnused,
} from './shadow-day.queries.ts';

type Shadowing = Pick<World, 'db' | 'clock' | 'provider' | 'log'>;

const IN_ONE_GO = 500;
/** A longer standstill is not caught up: its days would be computed from a state that was not theirs. */
const MOST_DAYS = 31;
/** Lines and differences are kept for two months. */
const KEPT_DAYS = 62;

/**
 * Computes what our run would have charged on each day that has ended since another billing charges, and compares it with what that billing
 * has told. A day is computed once it is over, from the state at its end: what was changed on it counts on it, as when we charge ourselves.
 * Called again, it changes nothing. While we charge, it does nothing.
 */
export async function shadowUpToYesterday(world: Shadowing): Promise<void> {
  const { db, clock, provider } = world;
  const [since, last] = await db.read(async (tx) => [await externalSince(tx), await lastShadowed(tx)] as const);
  if (since === undefined) return;
  const today = dayIn(provider.time_zone, clock.now());
  for (let day = firstOf(dayIn(provider.time_zone, new Date(since)), last, today); day < today; day = addDays(day, 1))
    await shadowDay(world, day);
  await judgeNights(world);
  await db.write((tx) => forgetShadow(tx, addDays(today, -KEPT_DAYS)));
}

function firstOf(since: Day, last: Day | undefined, today: Day): Day {
  const next = last === undefined ? since : addDays(last, 1);
  const oldest = addDays(today, -MOST_DAYS);
  return [since, next, oldest].reduce((latest, day) => (day > latest ? day : latest));
}

/** An account at fault is left out, so that the others go on; the night shows what it lacks. */
async function shadowDay({ db, clock, log }: Shadowing, day: Day): Promise<void> {
  await db.write((tx) => beginShadow(tx, day, clock.now()));
  let after = 0;
  for (;;) {
    const accounts = await db.read((tx) => accountsAfter(tx, after, IN_ONE_GO));
    if (accounts.length === 0) break;
    await byHalves(
      accounts,
      (some) => db.write((tx) => shadowAccounts(tx, some, day)),
      (accountId, error) => {
        log.error({ err: error, accountId, day }, 'account not charged by the shadow');
      },
    );
    after = accounts.at(-1) ?? after;
  }
  await db.write((tx) => finishShadow(tx, day, clock.now()));
}

/** What the other side has charged up to the end of today, of accounts that ours charges from tomorrow on; nothing of it is compared. */
export async function shadowToday(tx: Tx, accounts: readonly number[], today: Day): Promise<void> {
  const last = await lastShadowed(tx);
  const oldest = addDays(today, -MOST_DAYS);
  for (let day = last === undefined || last < oldest ? today : addDays(last, 1); day <= today; day = addDays(day, 1))
    await chargeShadow(tx, accounts, day);
}

async function shadowAccounts(tx: Tx, accounts: readonly number[], day: Day): Promise<void> {
  if (await lockShadow(tx, day)) await chargeShadow(tx, accounts, day);
}

async function chargeShadow(tx: Tx, accounts: readonly number[], day: Day): Promise<void> {
  await planAnew(tx);
  await adoptMarks(tx, accounts);
  await shadowUnused(tx, accounts, day);
  await shadowDue(tx, accounts, day);
  await shadowCalls(tx, accounts, day);
}
