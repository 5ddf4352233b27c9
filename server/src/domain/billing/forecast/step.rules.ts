import { addDays, nextBillingDay, type Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import { individualRate, turnsOf, type IndividualPeriod } from '../fee/individual.rules.ts';
import { periodStart } from '../fee/proration.rules.ts';
import { lastChargedDay, type Billing } from './billing-horizon.rules.ts';
import { beginOf, firstCatalogueDay, later, type Price, type PriceStep } from './price.rules.ts';

/** A price of something sold, with its first day; the same as a row of `price_change`. */
export interface PriceChange {
  readonly soldKind: 'plan' | 'option' | 'program';
  readonly soldId: number;
  readonly from: Day;
  readonly amount: Kopecks;
}

/** An individual price of a fee, in the order of their days; the same as a row of `individual_price`. */
export interface FeePeriod extends IndividualPeriod {
  readonly accountId: number;
  readonly what: string;
  /** A price is of this plan only. */
  readonly planId: number | null;
}

/** What makes a fee cost something else than the catalogue says. */
export interface PriceTerms {
  readonly changes: readonly PriceChange[];
  readonly individual: readonly FeePeriod[];
}

interface Sold {
  readonly soldKind: PriceChange['soldKind'] | null;
  readonly soldId: number;
  /** The day from which it is sold, whatever pauses it. */
  readonly soldSince: Day | null;
}

/**
 * Prices on the contract's own days: what is charged now, and the charges from which it changes. `changes` are in the
 * order of their days; `chargedRate` is the same in the database.
 */
export function withSteps<P extends Price>(
  prices: readonly P[],
  { changes, individual }: PriceTerms,
  billing: Billing,
): P[] {
  if (changes.length === 0 && individual.length === 0) return [...prices];
  const known = Map.groupBy(changes, keyOf);
  const periods = Map.groupBy(individual, ({ what }) => what);
  return prices.map((price) => {
    if (!isSold(price)) return price;
    const own = (periods.get(price.what ?? '') ?? []).filter(
      ({ planId }) => planId === null || planId === price.soldId,
    );
    const planned = known.get(keyOf(price)) ?? [];
    if (planned.length === 0 && own.length === 0) return price;
    const given = own.length === 0 ? price : { ...price, individual: own };
    return { ...given, ...stepsOf(given, planned, billing) };
  });
}

const keyOf = ({ soldKind, soldId }: Pick<Sold, 'soldKind' | 'soldId'>): string => `${soldKind ?? ''} ${soldId}`;

const isSold = (price: Price): price is Price & Sold => 'soldKind' in price;

/** The price of the catalogue that a charge of a day has: a month has that of its first day. */
function fullOn(price: Price & Sold, changes: readonly PriceChange[], billingDay: number, day: Day): Kopecks {
  const { unit, soldSince, promoUntil } = price;
  const within = [soldSince, promoUntil].filter((one) => one !== null && one <= day);
  const decides = unit === 'month' ? within.reduce<Day>(later, periodStart(day, billingDay)) : day;
  return changes.findLast(({ from }) => from <= decides)?.amount ?? price.amount;
}

function stepsOf(
  price: Price & Sold,
  changes: readonly PriceChange[],
  billing: Billing,
): { amount: Kopecks; full: Kopecks; steps: PriceStep[] } {
  const { billingDay } = billing;
  const today = lastChargedDay(billing);
  const { unit, individual = [] } = price;
  const full = (day: Day): Kopecks => fullOn(price, changes, billingDay, day);
  const on = (day: Day): Kopecks => individualRate(individual, day, full(day));
  const start = firstCatalogueDay(price, billing);
  const present = beginOf(price, billing) > addDays(today, 1) ? start : today;
  const planned = changes.map(({ from }) => (unit === 'month' ? nextBillingDay(addDays(from, -1), billingDay) : from));
  const own = turnsOf(individual);
  const turns = [...new Set([...planned, ...own])].filter((day) => day > start).toSorted();
  const isPlanned = (day: Day): boolean => planned.includes(day) || !own.includes(day);
  const days = [start, ...turns].map((from) => ({ from, amount: on(from), isPlanned: isPlanned(from) }));
  return { amount: on(present), full: full(present), steps: changesOf(days, on(present), price.until) };
}

/** Of these days those on which the price is another one than before, up to its end. */
function changesOf(
  days: readonly (PriceStep & { readonly isPlanned: boolean })[],
  present: Kopecks,
  until: Day | null,
): PriceStep[] {
  const steps: PriceStep[] = [];
  for (const { from, amount, isPlanned } of days) {
    if (amount === (steps.at(-1)?.amount ?? present) || (until !== null && from >= until)) continue;
    steps.push({ from, amount, ...(!isPlanned && { isIndividual: true }) });
  }
  return steps;
}
