import type { Day, Instant } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { termsText } from '#server/domain/billing/fee/individual.texts.ts';
import { accountForecast, type AccountForecast } from '#server/domain/billing/forecast/forecast.queries.ts';
import { forecastFrom, nextChargeOf, type SumPart } from '#server/domain/billing/forecast/forecast.rules.ts';
import { feesOf, type Price } from '#server/domain/billing/forecast/price.rules.ts';
import { monthlyOn, rateOn, type Rate } from '#server/domain/billing/forecast/rate.rules.ts';
import { dayText, keepTogether, rubles } from '#server/domain/shared/text.rules.ts';
import { dayStart } from '@kabinet/contract/kernel/zone';
import { linesSince, type ChangeTarget } from './service-change.queries.ts';
import { versionOf } from './version.ts';

/** What is changed: a service with all its fees, or some fees of the contract. Fees are named as in `feesIn`. */
export interface ChangeSubject {
  /** The service; null for a program of the contract without one. */
  readonly userId: number | null;
  /** Fees that the change ends or shortens. */
  readonly was: readonly string[];
  /** Fees that it begins or keeps. */
  readonly will: readonly string[];
}

/** Effects of a change other than money. */
export interface ChangeEffects {
  readonly subject: ChangeSubject;
  /** The first day on which it applies. */
  readonly from: Day;
  readonly switches_on?: readonly string[];
  readonly switches_off?: readonly string[];
  readonly undo_until?: Instant | null;
  readonly changeable_from?: Day | null;
  readonly ends_undo?: { readonly plan: string; readonly until: Instant } | null;
  readonly notes?: readonly string[];
}

/** Effects of a change on money and services; the same figures as in the preview. */
interface Summary {
  readonly from: Day;
  readonly price: { readonly was: Rate | null; readonly will: Rate | null };
  readonly monthly: { readonly was: Kopecks; readonly will: Kopecks };
  readonly charge_now: Kopecks;
  readonly parts: SumPart[];
  readonly charge_next: { readonly day: Day; readonly amount: Kopecks; readonly missing: Kopecks } | null;
  readonly balance_after: Kopecks;
  readonly missing: Kopecks;
  readonly switches_on: string[];
  readonly switches_off: string[];
  readonly undo_until: Instant | null;
  readonly changeable_from: Day | null;
  readonly ends_undo: { plan: string; until: Instant } | null;
  readonly notes: string[];
  /** The version of the state that the figures are computed on; a decision must name it. */
  readonly version: string;
}

export type ChangeOutcome = Summary & {
  /** Ids of ledger transactions. */
  readonly transactions: number[];
  /** Another billing is asked for it; absent: it is made here. */
  readonly handed_over?: boolean;
};

/** The outcome of a change for the client, before and after it. */
export const summaryOf = <T extends ChangeOutcome>({ transactions: _, ...summary }: T): Omit<T, 'transactions'> =>
  summary;

/** The state before the change. */
export interface StateBeforeChange {
  readonly prices: readonly Price[];
  /** Id of the last transaction. */
  readonly mark: number;
}

/** Computes the effects of a change on the money of its account, which is locked. */
export async function summarise(
  tx: Tx,
  changed: ChangeTarget,
  before: StateBeforeChange,
  effects: ChangeEffects,
  today: Day,
): Promise<ChangeOutcome> {
  const { account_id, credit_limit, in_debt } = changed;
  const { subject, from } = effects;
  const moved = await linesSince(tx, account_id, before.mark);
  const forecast = await accountForecast(tx, account_id, today);
  const { balance, debt } = forecast;
  const was = before.prices.filter(isOwn(subject));
  const will = forecast.prices.filter(isOwn(subject));
  return {
    from,
    price: { was: rateOn(namedBy(subject.was, was), today), will: rateOn(namedBy(subject.will, will), from) },
    monthly: { was: monthlyOn(was, today), will: monthlyOn(will, from) },
    charge_now: kopecks(0 - moved.reduce((sum, { amount }) => sum + amount, 0)),
    parts: moved.map(({ text, amount }) => ({ text, amount: kopecks(0 - amount) })),
    charge_next: nextCharge(forecast, will, from, credit_limit),
    balance_after: balance,
    missing: in_debt ? debt : kopecks(Math.max(0, 0 - credit_limit - balance)),
    ...withDefaults(effects),
    notes: [
      ...(effects.notes ?? []),
      ...individualNotes(namedBy(subject.was, was), namedBy(subject.will, will), effects),
      ...newPriceNotes(namedBy(subject.will, will), from, today),
    ],
    version: versionOf(changed, today),
    transactions: moved.map(({ transaction_id }) => transaction_id),
  };
}

const withDefaults = (effects: ChangeEffects) => ({
  switches_on: [...(effects.switches_on ?? [])],
  switches_off: [...(effects.switches_off ?? [])],
  undo_until: effects.undo_until ?? null,
  changeable_from: effects.changeable_from ?? null,
  ends_undo: effects.ends_undo ?? null,
});

const isOwn =
  ({ userId, was, will }: ChangeSubject) =>
  (price: Price): boolean =>
    (userId !== null && price.userId === userId) ||
    (price.what !== null && (was.includes(price.what) || will.includes(price.what)));

const namedBy = (names: readonly string[], prices: readonly Price[]): Price[] =>
  prices.filter(({ what }) => what !== null && names.includes(what));

/** What becomes of the prices of the client's own: those of a plan end with it, discounts of the service go on. */
function individualNotes(was: readonly Price[], will: readonly Price[], { from }: ChangeEffects): string[] {
  const goOn = new Set(will.filter(({ until }) => until === null || until > from).flatMap(idsOf));
  return was
    .flatMap(({ individual = [] }) => individual)
    .flatMap((one) => {
      if (goOn.has(one.id) || (one.until !== null && one.until <= from)) return [];
      return [keepTogether(`${termsText(one)} — только для прежнего тарифа, с ним и закончится`)];
    });
}

const idsOf = ({ individual = [] }: Price): number[] => individual.map(({ id }) => id);

/** «С 1 января новая цена: 750 ₽ в месяц»: what is agreed to now costs more or less later. */
const newPriceNotes = (will: readonly Price[], from: Day, today: Day): string[] =>
  will.flatMap(({ steps = [], unit }) => {
    const step = steps.find((one) => one.from > from);
    if (!step) return [];
    const price = step.amount === 0 ? 'бесплатно' : `${rubles(step.amount)} ${unit === 'day' ? 'в день' : 'в месяц'}`;
    return [keepTogether(`С ${dayText(step.from, today)} ${step.isIndividual ? '—' : 'новая цена:'} ${price}`)];
  });

/**
 * The first charge of the changed fees from the day on which the change applies, and the sum missing by then; money
 * lent by a rehearsal is not counted.
 */
function nextCharge(forecast: AccountForecast, own: readonly Price[], from: Day, creditLimit: Kopecks) {
  const next = nextChargeOf(forecast, feesOf(own, forecast), from);
  if (next === null) return null;
  const { lastsUntil, upcoming } = forecastFrom({ ...forecast, creditLimit });
  const uncovered = lastsUntil !== null && lastsUntil <= next.day ? upcoming.at(-1) : undefined;
  return { ...next, missing: uncovered?.missing ?? kopecks(0) };
}

/** A planned change can be taken back until its day begins; null if the day has come. */
export const untilDay = (from: Day, today: Day, zone: string): Instant | null =>
  from > today ? dayStart(from, zone) : null;
