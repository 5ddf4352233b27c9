import type { contract } from '@kabinet/contract';
import type { Result } from '@kabinet/contract/kernel/call/call';
import { dayIn, instant, type Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import type { AccountForecast } from '#server/domain/billing/forecast/forecast.queries.ts';
import { balanceOn, forecastAfter } from '#server/domain/billing/forecast/forecast.rules.ts';
import { namesOffForDebt } from '../payment/after-payment.ts';
import type { AutopaymentRow } from './autopayment.queries.ts';
import { isTime, periodOfDue, type AutopaymentRule } from './autopayment.rules.ts';
import { beyondText } from './autopayment.texts.ts';
import { lastDueOf, openDue, type DueRow } from './due.queries.ts';
import { forecastOn, lookAhead, type PlannedAutopayment, type AutopaymentTerms } from './plan.ts';
import { ruleOf } from './subscription.ts';

type ChargeOutlook = Pick<Result<typeof contract.autopayment.get>, 'next' | 'trouble'>;

/** The next charge of an autopayment. */
export interface NextCharge extends ChargeOutlook {
  /** The bank is processing it: it can no longer be skipped. */
  readonly isUnderWay: boolean;
}

const NOTHING: NextCharge = { next: null, trouble: null, isUnderWay: false };

/** The announced charge, or else the one that the rule leads to; `forecast` must be by the account's own money. */
export async function nextCharge(
  tx: Tx,
  autopayment: AutopaymentRow,
  forecast: AccountForecast,
  within: AutopaymentTerms,
): Promise<NextCharge> {
  const due = await openDue(tx, autopayment.autopayment_id);
  if (due && stands(due, ruleOf(autopayment), within)) {
    const next = await plannedAnswer(tx, due, forecast, within);
    return { next, trouble: null, isUnderWay: due.state === 'charging' };
  }
  const ahead = await lookAhead(tx, forecast, ruleOf(autopayment), within);
  if (!ahead) return NOTHING;
  const period = periodOfDue(ahead.need);
  if (period === autopayment.skipped_period) return NOTHING;
  const last = await lastDueOf(tx, autopayment.autopayment_id, period);
  if (last?.state === 'failed') return { ...NOTHING, trouble: GIVEN_UP };
  return { ...NOTHING, ...(await aheadAnswer(tx, ahead, within)) };
}

/** The first charge of a rule if it were agreed to now. */
export async function firstCharge(
  tx: Tx,
  rule: AutopaymentRule,
  forecast: AccountForecast,
  within: AutopaymentTerms,
): Promise<ChargeOutlook> {
  const ahead = await lookAhead(tx, forecast, rule, within);
  return ahead ? aheadAnswer(tx, ahead, within) : { next: null, trouble: null };
}

/** By a rule changed since then it may be too early for this due; then another charge is planned instead. */
const stands = (due: DueRow, rule: AutopaymentRule, { zone }: AutopaymentTerms): boolean =>
  due.state === 'charging' || isTime({ dueDay: due.due_day }, rule, dayIn(zone, new Date(due.charge_at)));

const GIVEN_UP =
  'В этом месяце списать не получилось, больше пробовать не будем. Заплатите сами, чтобы услуги не отключились.';

async function aheadAnswer(
  tx: Tx,
  { need, moment, sum, forecast }: PlannedAutopayment,
  { now, zone }: AutopaymentTerms,
): Promise<ChargeOutlook> {
  if (sum.kind === 'take') {
    const [at, day] = [instant(moment), dayIn(zone, moment)];
    const brought = await broughtBy(tx, forecast, { amount: sum.amount, day });
    return { next: { ...brought, at, day, due_day: need.dueDay, amount: sum.amount, try: 1 }, trouble: null };
  }
  const { amount: needed, dueDay, isDebt } = need;
  const text = beyondText({ kind: forecast.kind, needed, left: sum.left, dueDay, isDebt, today: dayIn(zone, now) });
  return { next: null, trouble: text };
}

async function plannedAnswer(
  tx: Tx,
  due: DueRow,
  forecast: AccountForecast,
  { zone }: AutopaymentTerms,
): Promise<ChargeOutlook['next']> {
  const day = dayIn(zone, new Date(due.charge_at));
  return {
    ...(await broughtBy(tx, await forecastOn(tx, forecast, day), { amount: due.amount, day })),
    at: due.charge_at,
    day,
    due_day: due.due_day,
    amount: due.amount,
    try: due.state === 'charging' ? due.tries : due.tries + 1,
  };
}

interface Brought {
  readonly amount: Kopecks;
  /** The day of the charge. */
  readonly day: Day;
}

/** The balance right after the charge, how long it lasts, and what works again. */
async function broughtBy(tx: Tx, forecast: AccountForecast, { amount, day }: Brought) {
  const after = forecastAfter(forecast, amount);
  return {
    debt: forecast.debt,
    switches_on: forecast.blocked && !after.blocked ? await namesOffForDebt(tx, forecast.accountId) : [],
    balance_after: balanceOn(after, day),
    lasts_until: after.lastsUntil,
  };
}
