import type { contract } from '@kabinet/contract';
import type { Result } from '@kabinet/contract/kernel/call';
import { dayIn, instant, periodOf } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#db/database.ts';
import { agreedAt, type AutopaymentRow } from '#domain/autopayment/autopayment.queries.ts';
import { DAYS_OFFERED, periodOfDue, type Rule } from '#domain/autopayment/autopayment.rules.ts';
import { beyondText, refusalText, ruleSentence } from '#domain/autopayment/autopayment-text.rules.ts';
import {
  attemptsOf,
  lastDueOf,
  openDue,
  spentIn,
  type AttemptRow,
  type DueRow,
} from '#domain/autopayment/due.queries.ts';
import { lookAhead, type Ahead, type Within } from '#domain/autopayment/plan.ts';
import { ruleOf } from '#domain/autopayment/subscription.ts';
import type { AccountForecast } from '#domain/forecast/forecast.queries.ts';
import { forecastAfter } from '#domain/forecast/forecast.rules.ts';

type State = Result<typeof contract.autopayment.get>;
type Kind = State['p'];

const MOST_ATTEMPTS = 12;
const NOTHING_AHEAD = { next: null, trouble: null };

interface Known {
  readonly autopayment: AutopaymentRow | undefined;
  readonly forecast: AccountForecast;
  readonly kind: Kind;
  readonly within: Within;
}

/** The autopayment as the contract shows it, without what depends on the choice being made. */
export async function stateAnswer(tx: Tx, { autopayment, forecast, kind, within }: Known) {
  const alive = [autopayment].find((one) => one && isAlive(one, within.now));
  const [agreed, attempts, spent, ahead] = await Promise.all([
    alive && agreedAt(tx, alive.autopayment_id),
    attemptsOf(tx, forecast.accountId, MOST_ATTEMPTS),
    spentIn(tx, forecast.accountId, periodOf(dayIn(within.zone, within.now))),
    alive?.state === 'active' ? aheadOf(tx, alive, forecast, within) : NOTHING_AHEAD,
  ]);
  const sentenceOf = (rule: Rule) => ruleSentence(kind, rule);
  return {
    ...(alive ? livingPart(alive, sentenceOf, within) : absentPart(autopayment)),
    ...ahead,
    p: kind,
    agreed_at: agreed?.agreed_at ?? null,
    spent,
    attempts: attempts.map(attemptAnswer),
    offer: { days: [...DAYS_OFFERED], sentenceOf },
  };
}

const livingPart = (alive: AutopaymentRow, sentenceOf: (rule: Rule) => string, within: Within) => ({
  state: alive.state === 'active' ? ('active' as const) : ('connecting' as const),
  ended: null,
  rule: { ...ruleOf(alive), sentence: sentenceOf(ruleOf(alive)) },
  connect: connectionOf(alive),
  skipped: skippedOf(alive, within),
});

const absentPart = (last: AutopaymentRow | undefined) => ({
  state: 'none' as const,
  ended: last ? endOf(last) : null,
  rule: null,
  connect: null,
  skipped: null,
});

const isAlive = ({ state, expires_at }: AutopaymentRow, now: Date) =>
  state === 'active' || (state === 'connecting' && new Date(expires_at) > now);

const endOf = ({ state }: AutopaymentRow): NonNullable<State['ended']> =>
  state === 'active' || state === 'connecting' ? 'expired' : state;

const connectionOf = ({ state, payload, created_at, expires_at }: AutopaymentRow): State['connect'] =>
  state === 'connecting' && payload !== null ? { payload, created_at, expires_at } : null;

/** A month that is over is skipped no more. */
const skippedOf = ({ skipped_period: period }: AutopaymentRow, { now, zone }: Within): State['skipped'] =>
  period !== null && period >= periodOf(dayIn(zone, now)) ? period : null;

type Next = Pick<State, 'next' | 'trouble'>;

/** The charge that is planned and told, or the one that the rule leads to. */
async function aheadOf(tx: Tx, autopayment: AutopaymentRow, forecast: AccountForecast, within: Within): Promise<Next> {
  const due = await openDue(tx, autopayment.autopayment_id);
  if (due) return { next: plannedAnswer(due, forecast, within), trouble: null };
  const ahead = await lookAhead(tx, forecast, ruleOf(autopayment), within);
  if (!ahead) return { next: null, trouble: null };
  const period = periodOfDue(ahead.need);
  if (period === autopayment.skipped_period) return { next: null, trouble: null };
  const last = await lastDueOf(tx, autopayment.autopayment_id, period);
  if (last?.state === 'failed') return { next: null, trouble: GIVEN_UP };
  return ahead.sum.kind === 'take'
    ? { next: nextAnswer(ahead, ahead.sum.amount, forecast, within), trouble: null }
    : { next: null, trouble: beyondWords(ahead, autopayment.kind, ahead.sum.left, within) };
}

const GIVEN_UP =
  'В этом месяце списать не получилось, больше пробовать не будем. Заплатите сами, чтобы услуги не отключились.';

const beyondWords = ({ need }: Ahead, kind: Kind, left: Kopecks, { now, zone }: Within) =>
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

const attemptAnswer = ({ made_at, amount, number, outcome, reason }: AttemptRow): State['attempts'][number] => ({
  at: made_at,
  amount,
  try: number,
  state: outcome ?? 'waiting',
  text: attemptText(outcome, reason),
});

function attemptText(outcome: AttemptRow['outcome'], reason: string | null): string {
  if (outcome === null) return 'Банк ещё не ответил.';
  return outcome === 'paid' ? 'Деньги пришли на счёт.' : refusalText(reason);
}
