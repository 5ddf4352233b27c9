import type { contract } from '@kabinet/contract';
import type { Result } from '@kabinet/contract/kernel/call';
import { dayIn, instant } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#db/database.ts';
import type { AccountForecast } from '../forecast/forecast.queries.ts';
import { forecastAfter } from '../forecast/forecast.rules.ts';
import type { AutopaymentRow } from './autopayment.queries.ts';
import { periodOfDue } from './autopayment.rules.ts';
import { beyondText } from './autopayment-text.rules.ts';
import { lastDueOf, openDue, type DueRow } from './due.queries.ts';
import { lookAhead, type Ahead, type Within } from './plan.ts';
import { ruleOf } from './subscription.ts';

type State = Result<typeof contract.autopayment.get>;

/** What an autopayment will do next. */
export interface NextCharge extends Pick<State, 'next' | 'trouble'> {
  /** The bank is carrying it out: it cannot be skipped any more. */
  readonly isUnderWay: boolean;
}

const NOTHING: NextCharge = { next: null, trouble: null, isUnderWay: false };

/** The charge that is planned and told, or the one that the rule leads to; `forecast` is by the account's own money. */
export async function nextCharge(
  tx: Tx,
  autopayment: AutopaymentRow,
  forecast: AccountForecast,
  within: Within,
): Promise<NextCharge> {
  const due = await openDue(tx, autopayment.autopayment_id);
  if (due) return { next: plannedAnswer(due, forecast, within), trouble: null, isUnderWay: due.state === 'charging' };
  const ahead = await lookAhead(tx, forecast, ruleOf(autopayment), within);
  if (!ahead) return NOTHING;
  const period = periodOfDue(ahead.need);
  if (period === autopayment.skipped_period) return NOTHING;
  const last = await lastDueOf(tx, autopayment.autopayment_id, period);
  if (last?.state === 'failed') return { ...NOTHING, trouble: GIVEN_UP };
  return ahead.sum.kind === 'take'
    ? { ...NOTHING, next: nextAnswer(ahead, ahead.sum.amount, forecast, within) }
    : { ...NOTHING, trouble: beyondWords(ahead, autopayment.kind, ahead.sum.left, within) };
}

const GIVEN_UP =
  'В этом месяце списать не получилось, больше пробовать не будем. Заплатите сами, чтобы услуги не отключились.';

const beyondWords = ({ need }: Ahead, kind: AutopaymentRow['kind'], left: Kopecks, { now, zone }: Within) =>
  beyondText({ kind, needed: need.amount, left, dueDay: need.dueDay, today: dayIn(zone, now) });

function plannedAnswer(due: DueRow, forecast: AccountForecast, { zone }: Within): NonNullable<State['next']> {
  const moment = new Date(due.charge_at);
  return {
    ...broughtBy(forecast, due.amount),
    at: due.charge_at,
    day: dayIn(zone, moment),
    due_day: due.due_day,
    amount: due.amount,
    try: due.state === 'charging' ? due.tries : due.tries + 1,
  };
}

function nextAnswer({ need, moment }: Ahead, amount: DueRow['amount'], forecast: AccountForecast, { zone }: Within) {
  const [at, day] = [instant(moment), dayIn(zone, moment)];
  return { ...broughtBy(forecast, amount), at, day, due_day: need.dueDay, amount, try: 1 };
}

/** What the account holds right after the charge, all charges before it taken, and until when that lasts. */
function broughtBy(forecast: AccountForecast, amount: DueRow['amount']) {
  const { balance, lastsUntil } = forecastAfter(forecast, amount);
  const uncovered = forecast.upcoming.at(-1);
  const then = uncovered ? kopecks(uncovered.balanceAfter + uncovered.amount + amount) : balance;
  return { balance_after: then, lasts_until: lastsUntil };
}
