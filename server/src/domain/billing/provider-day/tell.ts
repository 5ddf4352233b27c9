import { dayIn, type Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { notify, notifyAll } from '#server/domain/messaging/notify.ts';
import type { At } from '#server/domain/shared/at.ts';
import { planAsUsual } from '../charging/charging.queries.ts';
import { accountForecast } from '../forecast/forecast.queries.ts';
import { chargesToTell } from './charged.queries.ts';
import type { AppliedPlan } from './day-transitions.queries.ts';
import { charged, planChanged } from './notices.ts';

/** Tells of planned changes of plan that have been applied. */
export async function tellPlans(tx: Tx, applied: readonly AppliedPlan[], from: Day, at: At): Promise<void> {
  const today = dayIn(at.zone, at.now);
  for (const plan of applied) {
    await notify(tx, planChanged, plan.contract_id, { ...plan, from, today }, at);
  }
}

/** Tells clients who have asked for it what the day has cost them; if nobody has, this is one query. */
export async function tellCharges(tx: Tx, accounts: readonly number[], day: Day, at: At): Promise<void> {
  const found = await chargesToTell(tx, accounts, day);
  if (found.length === 0) return;
  await planAsUsual(tx);
  const today = dayIn(at.zone, at.now);
  const told = [];
  for (const { account_id: accountId, contract_id: contractId, kind: account, lines, balance } of found) {
    const { lastsUntil, blocked } = await accountForecast(tx, accountId, day);
    const until = blocked ? null : lastsUntil;
    told.push({ contractId, data: { account, day, today, lines, balance, until } });
  }
  await notifyAll(tx, charged, told, at);
}
