import { dayIn, periodOf, type Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import type { At } from '#server/domain/billing/debt/debt.ts';
import { accountForecast, type AccountForecast } from '#server/domain/billing/forecast/forecast.queries.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import { promiseOn } from '#server/domain/billing/promised-payment/promised-forecast.ts';
import { withoutPromise } from '#server/domain/billing/promised-payment/promised-payment.rules.ts';
import { lockById, type AutopaymentRow } from './autopayment.queries.ts';
import {
  chargeMoment,
  isNoticeTime,
  ceilingLeftOf,
  needOf,
  periodOfDue,
  sumFor,
  type AutopaymentNeed,
  type AutopaymentRule,
  type AutopaymentSum,
} from './autopayment.rules.ts';
import { insertDue, isDebtTold, lastDueOf, openDue, spentIn, type DueRow } from './due.queries.ts';
import { chargeAnnounced, chargeBeyond } from './notices.ts';
import { ruleOf } from './subscription.ts';

/** The provider's limits of one payment. */
export interface AutopaymentTerms extends At {
  readonly limits: { readonly smallest: Kopecks; readonly largest: Kopecks };
}

/** A missing sum, and the charge for it: when, and how much. */
export interface PlannedAutopayment {
  readonly need: AutopaymentNeed;
  readonly moment: Date;
  readonly sum: AutopaymentSum;
  /** The account's forecast for that day. */
  readonly forecast: AccountForecast;
}

/** The forecast by the account's own money, without a promised payment. */
export async function forecastFor(tx: Tx, accountId: number, today: Day): Promise<AccountForecast> {
  const forecast = await accountForecast(tx, accountId, today);
  const promise = await promiseOn(tx, forecast);
  return promise ? { ...forecast, ...withoutPromise(forecast, promise.amount) } : forecast;
}

/** A debt changes with the day: fewer days of its period are left, or the next one has begun. */
export const forecastOn = (tx: Tx, forecast: AccountForecast, day: Day): Promise<AccountForecast> =>
  forecast.blocked && day > forecast.today ? forecastFor(tx, forecast.accountId, day) : Promise.resolve(forecast);

/** The need and the charge by the rule, if the client were told now. */
export async function lookAhead(
  tx: Tx,
  today: AccountForecast,
  rule: AutopaymentRule,
  { now, zone, limits }: AutopaymentTerms,
): Promise<PlannedAutopayment | undefined> {
  const known = needOf(today);
  if (!known) return undefined;
  const moment = chargeMoment(known, rule, now, zone);
  const day = dayIn(zone, moment);
  const forecast = await forecastOn(tx, today, day);
  const need = { ...(needOf(forecast) ?? known), dueDay: known.dueDay };
  const spent = await spentIn(tx, today.accountId, periodOf(day));
  return { need, moment, sum: sumFor(need, ceilingLeftOf(rule, spent), limits), forecast };
}

/**
 * Plans the next charge of an autopayment and tells the client a day before it. One due at a time; a skipped month is
 * not charged, nor is a month whose due has failed.
 */
export async function planCharge(tx: Tx, autopaymentId: string, within: AutopaymentTerms): Promise<void> {
  const autopayment = await lockById(tx, autopaymentId);
  if (autopayment?.state !== 'active' || (await openDue(tx, autopaymentId))) return;
  const today = dayIn(within.zone, within.now);
  const forecast = await forecastFor(tx, autopayment.account_id, today);
  const rule = ruleOf(autopayment);
  const ahead = await lookAhead(tx, forecast, rule, within);
  if (!ahead || !isNoticeTime(ahead.need, rule, today)) return;
  if (await isOpenMonth(tx, autopayment, ahead)) await makeDue(tx, autopayment, ahead, within);
}

/** Whether the month of the need may be charged: neither skipped nor failed. A debt beyond the ceiling is told once, whatever its sum and month. */
async function isOpenMonth(
  tx: Tx,
  { autopayment_id, skipped_period }: AutopaymentRow,
  ahead: PlannedAutopayment,
): Promise<boolean> {
  const period = periodOfDue(ahead.need);
  if (period === skipped_period) return false;
  const last = await lastDueOf(tx, autopayment_id, period);
  if (last && isLast(last, ahead)) return false;
  return ahead.sum.kind === 'take' || !ahead.need.isDebt || !(await isDebtTold(tx, autopayment_id));
}

/** Whether the month gets no further charge: after a failure, or if the client knows of that sum, or of that day, that the ceiling is too low. */
const isLast = ({ state, amount, due_day: dueDay }: DueRow, { need, sum }: PlannedAutopayment): boolean =>
  state === 'failed' ||
  (state === 'beyond' && sum.kind === 'beyond' && (amount === need.amount || dueDay === need.dueDay));

async function makeDue(
  tx: Tx,
  autopayment: AutopaymentRow,
  { need, moment, sum }: PlannedAutopayment,
  at: AutopaymentTerms,
) {
  const { now, zone } = at;
  const isTaken = sum.kind === 'take';
  const made = await insertDue(tx, {
    autopaymentId: autopayment.autopayment_id,
    period: periodOfDue(need),
    dueDay: need.dueDay,
    amount: isTaken ? sum.amount : need.amount,
    state: isTaken ? 'planned' : 'beyond',
    noticedAt: now,
    chargeAt: moment,
  });
  if (!made) return;
  const { dueDay, isDebt } = need;
  const { contract_id, kind } = autopayment;
  const about = { dueId: made.due_id, kind, dueDay, isDebt, today: dayIn(zone, now) };
  await (isTaken
    ? notify(tx, chargeAnnounced, contract_id, { ...about, amount: sum.amount, day: dayIn(zone, moment) }, at)
    : notify(tx, chargeBeyond, contract_id, { ...about, needed: need.amount, left: sum.left }, at));
}
