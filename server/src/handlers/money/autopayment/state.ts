import type { contract } from '@kabinet/contract';
import type { Result } from '@kabinet/contract/kernel/call/call';
import { dayIn, periodOf } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { agreedAt, type AutopaymentRow } from '#server/domain/payments/autopayment/autopayment.queries.ts';
import { DAYS_OFFERED, type AutopaymentRule } from '#server/domain/payments/autopayment/autopayment.rules.ts';
import { chargeRefusalText, ruleSentence } from '#server/domain/payments/autopayment/autopayment.texts.ts';
import { attemptsOf, spentIn, type AttemptRow } from '#server/domain/payments/autopayment/due.queries.ts';
import { nextCharge } from '#server/domain/payments/autopayment/next-charge.ts';
import type { AutopaymentTerms } from '#server/domain/payments/autopayment/plan.ts';
import { ruleOf } from '#server/domain/payments/autopayment/subscription.ts';
import type { AccountForecast } from '#server/domain/billing/forecast/forecast.queries.ts';

type State = Result<typeof contract.autopayment.get>;
type Kind = State['p'];

const MOST_ATTEMPTS = 12;
const NOTHING_AHEAD = { next: null, trouble: null };

interface AutopaymentFacts {
  readonly autopayment: AutopaymentRow | undefined;
  readonly forecast: AccountForecast;
  readonly kind: Kind;
  readonly within: AutopaymentTerms;
}

/** The autopayment in the form of the contract, without what depends on the current choice. */
export async function stateAnswer(tx: Tx, { autopayment, forecast, kind, within }: AutopaymentFacts) {
  const alive = [autopayment].find((one) => one && isAlive(one, within.now));
  const [agreed, attempts, spent, ahead] = await Promise.all([
    alive && agreedAt(tx, alive.autopayment_id),
    attemptsOf(tx, forecast.accountId, MOST_ATTEMPTS),
    spentIn(tx, forecast.accountId, periodOf(dayIn(within.zone, within.now))),
    alive?.state === 'active' ? nextCharge(tx, alive, forecast, within) : NOTHING_AHEAD,
  ]);
  const sentenceOf = (rule: AutopaymentRule) => ruleSentence(kind, rule);
  return {
    ...(alive ? livingPart(alive, sentenceOf, within) : absentPart(autopayment)),
    next: ahead.next,
    trouble: ahead.trouble,
    p: kind,
    agreed_at: agreed?.agreed_at ?? null,
    spent,
    attempts: attempts.map(attemptAnswer),
    offer: { days: [...DAYS_OFFERED], sentenceOf },
  };
}

const livingPart = (
  alive: AutopaymentRow,
  sentenceOf: (rule: AutopaymentRule) => string,
  within: AutopaymentTerms,
) => ({
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

/** A past month no longer counts as skipped. */
const skippedOf = ({ skipped_period: period }: AutopaymentRow, { now, zone }: AutopaymentTerms): State['skipped'] =>
  period !== null && period >= periodOf(dayIn(zone, now)) ? period : null;

const attemptAnswer = ({ made_at, amount, number, outcome, reason }: AttemptRow): State['attempts'][number] => ({
  at: made_at,
  amount,
  try: number,
  state: outcome ?? 'waiting',
  text: attemptText(outcome, reason),
});

function attemptText(outcome: AttemptRow['outcome'], reason: string | null): string {
  if (outcome === null) return 'Банк ещё не ответил.';
  return outcome === 'paid' ? 'Деньги пришли на счёт.' : chargeRefusalText(reason);
}
