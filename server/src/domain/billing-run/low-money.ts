import { addDays, dayIn, type Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { dueSums, planAnew } from '#server/domain/billing/charging/charging.queries.ts';
import { moneyLow } from '#server/domain/billing/debt/notices.ts';
import { accountForecast } from '#server/domain/billing/forecast/forecast.queries.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import type { At } from '#server/domain/shared/at.ts';
import type { World } from '#server/kernel/world.ts';
import { lastFinishedDay } from './charge-run.queries.ts';
import { callsDue, finishRun, lockRun, nextPayers, noteChecked } from './low-money.queries.ts';

/** The client is warned so many days before the money runs out. */
const DAYS_AHEAD = 3;
const IN_ONE_GO = 500;

/**
 * Warns clients whose money does not cover the charges of the next days; waits until today is charged. Each chunk of accounts
 * is one transaction, which also stores how far the run has come. Returns true if nothing is left to do.
 */
export async function warnOfLowMoney(
  { db, clock, provider }: Pick<World, 'db' | 'clock' | 'provider'>,
  mostChunks: number,
): Promise<boolean> {
  const at: At = { now: clock.now(), zone: provider.time_zone };
  const today = dayIn(at.zone, at.now);
  if ((await db.read(lastFinishedDay)) !== today) return true;
  for (let chunk = 0; chunk < mostChunks; chunk += 1) {
    if (await db.write((tx) => checkChunk(tx, today, at))) return true;
  }
  return false;
}

/** Checks the next chunk of accounts; returns true if none are left. */
export async function checkChunk(tx: Tx, today: Day, at: At): Promise<boolean> {
  const after = await lockRun(tx, today);
  if (after === undefined) return true;
  const payers = await nextPayers(tx, after, IN_ONE_GO);
  const contracts = new Map(
    payers.filter(({ is_left_out }) => !is_left_out).map(({ account_id, contract_id }) => [account_id, contract_id]),
  );
  for (const accountId of await possiblyShort(tx, [...contracts.keys()], today)) {
    const contractId = contracts.get(accountId);
    if (contractId !== undefined) await warn(tx, { accountId, contractId }, today, at);
  }
  const last = payers.at(-1);
  if (last) await noteChecked(tx, today, last.account_id);
  if (payers.length === IN_ONE_GO) return false;
  await finishRun(tx, today, at.now);
  return true;
}

/** Accounts whose means could be too small: daily fees are due on each of the days, the rest and the calls of a month once. */
async function possiblyShort(tx: Tx, accounts: readonly number[], today: Day): Promise<number[]> {
  if (accounts.length === 0) return [];
  await planAnew(tx);
  const day = addDays(today, DAYS_AHEAD);
  const fees = (await dueSums(tx, accounts, day)).map(({ due, ...of }) => ({ ...of, cost: due * DAYS_AHEAD }));
  const calls = (await callsDue(tx, accounts, day)).map(({ calls: cost, ...of }) => ({ ...of, cost }));
  const byAccount = Map.groupBy([...fees, ...calls], ({ account_id: id }) => id);
  const isShort = (costs: typeof fees): boolean =>
    costs.reduce((sum, { cost }) => sum + cost, 0) > (costs[0]?.means ?? 0);
  return [...byAccount].filter(([, costs]) => isShort(costs)).map(([id]) => id);
}

async function warn(tx: Tx, { accountId, contractId }: { accountId: number; contractId: number }, today: Day, at: At) {
  const { kind, lastsUntil, daysLeft, upcoming, blocked } = await accountForecast(tx, accountId, today);
  const charge = upcoming.at(-1);
  if (blocked || lastsUntil === null || daysLeft === null || daysLeft > DAYS_AHEAD || !charge) return;
  const { amount, missing } = charge;
  await notify(tx, moneyLow, contractId, { account: kind, day: lastsUntil, today, amount, missing }, at);
}
