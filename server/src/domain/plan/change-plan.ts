import { isDeepStrictEqual } from 'node:util';
import { dayIn, nextBillingDay, type Day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#db/database.ts';
import { owe } from '#kernel/outbox.ts';
import { Problem } from '#kernel/problem.ts';
import type { At } from '../charging/debt.ts';
import { reverse } from '../ledger/reverse.ts';
import { changeService, lack, upToDateService, type Outcome } from '../service-change/settle-change.ts';
import type { ServiceRow } from '../service-change/service-change.queries.ts';
import {
  cancelChange,
  insertChange,
  latestChange,
  offeredPlans,
  optionsOfOtherPlans,
  plannedPlan,
  setPlan,
  type LatestRow,
} from './plan.queries.ts';
import { barOf, undoEnd, type Bar } from './plan.rules.ts';
import { before, linesOf, meansOf, noteUndo, restore } from './undo.queries.ts';

interface Wanted {
  readonly userId: number;
  readonly planId: number;
  readonly when: 'now' | 'next_period';
  readonly version?: string | undefined;
  readonly isRehearsal?: boolean;
}

export interface Setting extends At {
  readonly today: Day;
  /** The fewest days between two changes of one service. */
  readonly daysBetween: number;
}

export type Told = Outcome & { readonly from: Day };

/** Changes the plan of a service: now, or from its next billing day. A change at once is taken back whole within ten minutes. */
export async function changePlan(tx: Tx, wanted: Wanted, setting: Setting): Promise<Told> {
  const service = await upToDateService(tx, wanted.userId, wanted.version, setting);
  const undo = await undoable(tx, service, setting);
  if (wanted.when === 'now' && undo?.previous_plan_id === wanted.planId)
    return takeBack(tx, wanted, service, undo, setting);
  await refuseUnlessAllowed(tx, service, wanted.planId, setting);
  return wanted.when === 'now' ? changeNow(tx, wanted, service, setting) : planChange(tx, wanted, service, setting);
}

async function changeNow(tx: Tx, wanted: Wanted, service: ServiceRow, setting: Setting): Promise<Told> {
  const { userId, planId } = wanted;
  const { now, today: from } = setting;
  const was = await before(tx, userId);
  let changeId = 0;
  const make = async () => {
    changeId = await insertChange(tx, {
      userId,
      planId,
      fromDay: from,
      state: 'done',
      previousPlanId: service.plan_id,
      now,
    });
    const switches_off = await setPlan(tx, userId, planId);
    if (service.situation === 'active') await owe(tx, 'network.apply', { userId, access: 'open' });
    return { switches_off };
  };
  const outcome = await changeService(tx, service, { ...wanted, make }, setting);
  await noteUndo(tx, changeId, was, outcome.transactions);
  return { ...outcome, from };
}

async function planChange(tx: Tx, wanted: Wanted, service: ServiceRow, setting: Setting): Promise<Told> {
  const { userId, planId } = wanted;
  const from = nextBillingDay(setting.today, service.billing_day);
  const make = async () => {
    await insertChange(tx, { userId, planId, fromDay: from, state: 'planned', previousPlanId: null, now: setting.now });
    return { switches_off: await optionsOfOtherPlans(tx, userId, planId) };
  };
  return { ...(await changeService(tx, service, { ...wanted, make }, setting)), from };
}

/** The latest change at once, while it may be taken back: it is of today, and nothing else of the service has changed since. */
export async function undoable(
  tx: Tx,
  { user_id, version, charged_through }: ServiceRow,
  { now, zone }: At,
): Promise<LatestRow | undefined> {
  const latest = await latestChange(tx, user_id);
  if (!latest?.undo || undoEnd(latest.made_at, zone) <= now) return undefined;
  const then = [latest.undo.version, latest.undo.charged_through, latest.is_unmoved];
  return isDeepStrictEqual(then, [version, charged_through, true]) ? latest : undefined;
}

/** As if it had not been: each line of money is reversed, and what the service had is put back. */
async function takeBack(
  tx: Tx,
  wanted: Wanted,
  service: ServiceRow,
  latest: LatestRow,
  setting: Setting,
): Promise<Told> {
  const make = async () => {
    const { undo } = latest;
    if (!undo) throw new Problem('change_not_allowed');
    await reverseAll(tx, service.account_id, undo.transactions, setting);
    await cancelChange(tx, latest.plan_change_id);
    await restore(tx, wanted.userId, undo);
    if (service.situation === 'active') await owe(tx, 'network.apply', { userId: wanted.userId, access: 'open' });
    return {};
  };
  return { ...(await changeService(tx, service, { ...wanted, make }, setting)), from: setting.today };
}

/** What was given back may have been spent since: then it is missing. */
async function reverseAll(tx: Tx, accountId: number, transactions: readonly number[], at: At): Promise<void> {
  const lines = await linesOf(tx, accountId, transactions);
  const { means } = await meansOf(tx, accountId);
  const missing = lines.reduce((sum, { amount }) => sum + amount, 0) - means;
  if (missing > 0 && lines.some(({ amount }) => amount > 0)) throw lack(kopecks(missing));
  for (const { transaction_id } of lines) await reverse(tx, transaction_id, 'Отмена смены тарифа', at);
}

async function refuseUnlessAllowed(tx: Tx, service: ServiceRow, planId: number, setting: Setting): Promise<void> {
  if (service.plan_id === null) throw new Problem('change_not_allowed');
  const bar = await barNow(tx, service, setting);
  if (bar) throw new Problem('change_not_allowed', { message: bar.text });
  const offered = await offeredPlans(tx, service.plan_id, service.is_company);
  if (planId === service.plan_id || !offered.some(({ plan_id }) => plan_id === planId)) {
    throw new Problem('change_not_allowed', { message: 'На этот тариф перейти нельзя. Выберите другой из списка' });
  }
}

/** Why the plan cannot be changed now; null when it can. */
export async function barNow(tx: Tx, service: ServiceRow, { today, daysBetween, zone }: Setting): Promise<Bar | null> {
  const [latest, planned] = await Promise.all([latestChange(tx, service.user_id), plannedPlan(tx, service.user_id)]);
  const changedOn = latest === undefined ? null : dayIn(zone, new Date(latest.made_at));
  return barOf({
    situation: service.situation,
    today,
    changedOn,
    daysBetween,
    isPlannedByUs: planned?.by === 'operator',
  });
}
