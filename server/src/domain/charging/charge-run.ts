import { addDays, dayIn, type Day } from '@kabinet/contract/kernel/day';
import type { World } from '#kernel/world.ts';
import { closeCalls } from '../telephone/close-calls.ts';
import { chargeDay } from './charge-day.ts';
import type { At } from './debt.ts';
import { lockUncharged, planAnew } from './charging.queries.ts';
import {
  beginDay,
  clearFailure,
  failedAccounts,
  finishDay,
  lastFinishedDay,
  noteFailure,
} from './charge-run.queries.ts';
import { lockAccount } from './debt.queries.ts';

type Charging = Pick<World, 'db' | 'clock' | 'provider' | 'log'>;

/** Accounts in one transaction: enough to make its price small, few enough to be over in a moment. */
const IN_ONE_GO = 500;

/**
 * Carries out the provider's days that are not finished yet, one by one, up to and with `until` (today when absent), and answers
 * whether all are: `mostChunks` bounds the work of one call. Killed at any point it is simply called again.
 */
export async function chargeUpTo(
  world: Charging,
  { until, mostChunks = Infinity }: { until?: Day; mostChunks?: number } = {},
): Promise<boolean> {
  const last = until ?? dayIn(world.provider.time_zone, world.clock.now());
  const finished = await world.db.read(lastFinishedDay);
  if (finished) await makeUp(world, finished);
  const first = finished ? addDays(finished, 1) : last;
  let left = mostChunks;
  for (let day = first; day <= last; day = addDays(day, 1)) {
    await world.db.write((tx) => beginDay(tx, day, world.clock.now()));
    await world.db.write((tx) => closeCalls(tx, day));
    left = await chargeAll(world, day, left);
    if (left < 0) return false;
    await world.db.write((tx) => finishDay(tx, day, world.clock.now()));
  }
  return true;
}

/** Charges the day in at most so many chunks; answers how many remain, less than none when the day is not over. */
async function chargeAll(world: Charging, day: Day, mostChunks: number): Promise<number> {
  let after: number | undefined = 0;
  for (let left = mostChunks; left > 0; left -= 1) {
    after = await chargeChunk(world, day, after, IN_ONE_GO);
    if (after === undefined) return left - 1;
  }
  return -1;
}

/** Accounts that a fault left behind are charged for the days they missed, each by itself. */
async function makeUp(world: Charging, finished: Day): Promise<void> {
  for (const { account_id, day: missed } of await world.db.read(failedAccounts)) {
    let day = missed;
    while (day <= finished && (await chargeAlone(world, day, account_id))) day = addDays(day, 1);
    if (day > finished) await world.db.write((tx) => clearFailure(tx, account_id));
  }
}

/** The next accounts after a number; answers the last of them, nothing when there were none. */
async function chargeChunk(world: Charging, day: Day, after: number, most: number): Promise<number | undefined> {
  let accounts: readonly number[] = [];
  try {
    await world.db.write(async (tx) => {
      await planAnew(tx);
      accounts = (await lockUncharged(tx, day, after, most)).map(({ account_id }) => account_id);
      if (accounts.length > 0) await chargeDay(tx, accounts, day, atOf(world));
    });
    return accounts.at(-1);
  } catch (error) {
    // The database is away, not an account wrong: the run is taken up again later.
    if (!isFaultOfData(error)) throw error;
    // One account that cannot be charged must not keep the others from it.
    for (const account of accounts) await chargeAlone(world, day, account);
    return accounts.at(-1);
  }
}

/** Charges one account; a fault is noted for the operator and answered with false. */
async function chargeAlone(world: Charging, day: Day, accountId: number): Promise<boolean> {
  const at = atOf(world);
  try {
    await world.db.write(async (tx) => {
      await lockAccount(tx, accountId);
      await chargeDay(tx, [accountId], day, at);
    });
    return true;
  } catch (error) {
    if (!isFaultOfData(error)) throw error;
    world.log.error({ err: error, accountId, day }, 'account not charged');
    await world.db.write((tx) => noteFailure(tx, accountId, day, (error as Error).message, at.now));
    return false;
  }
}

const atOf = ({ clock, provider }: Charging): At => ({ now: clock.now(), zone: provider.time_zone });

/** Constraint violations, wrong values, and what our own code throws; classes 08, 53, 57 and 58 are the server's trouble. */
function isFaultOfData(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === undefined ? error instanceof RangeError : /^(22|23|P0)/.test(code);
}
