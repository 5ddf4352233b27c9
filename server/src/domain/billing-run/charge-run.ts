import { addDays, dayIn, type Day } from '@kabinet/contract/kernel/day';
import { byHalves, reasonOf } from '#server/kernel/job/one-at-fault.ts';
import type { World } from '#server/kernel/world.ts';
import { closeCalls } from '#server/domain/services/calls/close-calls.ts';
import { chargeDay } from '#server/domain/billing/provider-day/charge-day.ts';
import type { At } from '#server/domain/billing/debt/debt.ts';
import { lockFirstDay } from '#server/domain/billing/charging/hold.queries.ts';
import { lockUncharged, planAnew, uncharged } from '#server/domain/billing/charging/charging.queries.ts';
import {
  beginDay,
  clearFailure,
  failedAccounts,
  finishDay,
  lastFinishedDay,
  noteChargeFailure,
} from './charge-run.queries.ts';

type Charging = Pick<World, 'db' | 'clock' | 'provider' | 'log'>;

/** Accounts per transaction: enough to make it cheap, few enough to keep it short. */
const IN_ONE_GO = 500;

/**
 * Charges unfinished provider days one by one, up to and including `until` (default: today); returns whether all are
 * finished. The first of all is the day that the operator has named. `mostChunks` limits the work of one call. After a crash it is simply called again.
 */
export async function chargeUpTo(
  world: Charging,
  { until, mostChunks = Infinity }: { until?: Day; mostChunks?: number } = {},
): Promise<boolean> {
  const last = until ?? dayIn(world.provider.time_zone, world.clock.now());
  const finished = await world.db.read(lastFinishedDay);
  if (finished) await makeUp(world, finished);
  const first = finished ? addDays(finished, 1) : await firstDay(world, last);
  let left = mostChunks;
  for (let day = first; day <= last; day = addDays(day, 1)) {
    await world.db.write((tx) => beginDay(tx, day, world.clock.now()));
    left = await chargeInChunks(world, day, left);
    if (left < 0) return false;
    await world.db.write((tx) => finishDay(tx, day, world.clock.now()));
  }
  return true;
}

/** The first day of all, which from now on cannot be moved; `otherwise` if the operator has named none. */
const firstDay = ({ db, clock }: Charging, otherwise: Day): Promise<Day> =>
  db.write(async (tx) => {
    const named = await lockFirstDay(tx);
    if (named !== undefined && named <= otherwise) await beginDay(tx, named, clock.now());
    return named ?? otherwise;
  });

/** Charges the day in at most so many chunks; returns how many remain, negative if the day is not finished. */
async function chargeInChunks(world: Charging, day: Day, mostChunks: number): Promise<number> {
  let after: number | undefined = 0;
  for (let left = mostChunks; left > 0; left -= 1) {
    after = await chargeChunk(world, day, after);
    if (after === undefined) return left - 1;
  }
  return -1;
}

/** Charges accounts left behind by a failure for the days they missed, each separately. */
async function makeUp(world: Charging, finished: Day): Promise<void> {
  for (const { account_id, day: missed } of await world.db.read(failedAccounts)) {
    let day = missed;
    while (day <= finished && (await chargeAll(world, day, [account_id]))) day = addDays(day, 1);
    if (day > finished) await world.db.write((tx) => clearFailure(tx, account_id));
  }
}

/** Charges the next accounts after an id; returns the last of them, undefined if there were none. */
async function chargeChunk(world: Charging, day: Day, after: number): Promise<number | undefined> {
  const accounts = await world.db.read(async (tx) => {
    await planAnew(tx);
    return uncharged(tx, day, after, IN_ONE_GO);
  });
  const ids = accounts.map(({ account_id }) => account_id);
  await chargeAll(world, day, ids);
  return ids.at(-1);
}

/**
 * Charges accounts; one that fails does not stop the others and is recorded for the operator. Returns false if one
 * failed.
 */
async function chargeAll(world: Charging, day: Day, accounts: readonly number[]): Promise<boolean> {
  const atFault = await byHalves(
    accounts,
    (some) => chargeTogether(world, day, some),
    async (accountId, error) => {
      world.log.error({ err: error, accountId, day }, 'account not charged');
      await world.db.write((tx) => noteChargeFailure(tx, accountId, day, reasonOf(error), world.clock.now()));
    },
  );
  return atFault.length === 0;
}

/**
 * Charges the accounts in one transaction; skips those charged meanwhile by another process. Closes their calls first,
 * so that the day includes them as one-time charges.
 */
async function chargeTogether({ db, clock, provider }: Charging, day: Day, accounts: readonly number[]): Promise<void> {
  await db.write(async (tx) => {
    await planAnew(tx);
    await closeCalls(tx, accounts, day);
  });
  await db.write(async (tx) => {
    const at: At = { now: clock.now(), zone: provider.time_zone };
    await planAnew(tx);
    const locked = (await lockUncharged(tx, accounts, day)).map(({ account_id }) => account_id);
    if (locked.length > 0) await chargeDay(tx, locked, day, at);
  });
}
