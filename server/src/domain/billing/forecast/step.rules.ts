import { addDays, nextBillingDay, type Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
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

interface Sold {
  readonly soldKind: PriceChange['soldKind'] | null;
  readonly soldId: number;
  /** The day from which it is sold, whatever pauses it. */
  readonly soldSince: Day | null;
}

/**
 * Prices on the contract's own days: what is charged now, and the charges from which it changes. `changes` are in the
 * order of their days; `chargedPrice` is the same in the database.
 */
export function withSteps<P extends Price>(
  prices: readonly P[],
  changes: readonly PriceChange[],
  billing: Billing,
): P[] {
  if (changes.length === 0) return [...prices];
  const known = Map.groupBy(changes, keyOf);
  return prices.map((price) => {
    const own = isSold(price) ? known.get(keyOf(price)) : undefined;
    return own && isSold(price) ? { ...price, ...stepsOf(price, own, billing) } : price;
  });
}

const keyOf = ({ soldKind, soldId }: Pick<Sold, 'soldKind' | 'soldId'>): string => `${soldKind ?? ''} ${soldId}`;

const isSold = (price: Price): price is Price & Sold => 'soldKind' in price;

function stepsOf(
  price: Price & Sold,
  changes: readonly PriceChange[],
  billing: Billing,
): { amount: Kopecks; steps: PriceStep[] } {
  const { billingDay } = billing;
  const today = lastChargedDay(billing);
  const { unit, until, soldSince, promoUntil } = price;
  const on = (day: Day): Kopecks => changes.findLast(({ from }) => from <= day)?.amount ?? price.amount;
  /** Returns the day whose price a charge on `day` costs. */
  const decides = (day: Day): Day => {
    if (unit !== 'month') return day;
    const within = [soldSince, promoUntil].filter((one) => one !== null && one <= day);
    return within.reduce<Day>(later, periodStart(day, billingDay));
  };
  const start = firstCatalogueDay(price, billing);
  const amount = on(decides(beginOf(price, billing) > addDays(today, 1) ? start : today));
  const turns = changes.map(({ from }) => (unit === 'month' ? nextBillingDay(addDays(from, -1), billingDay) : from));
  const steps: PriceStep[] = [];
  for (const from of [start, ...turns.filter((day) => day > start)]) {
    const next = on(decides(from));
    if (next !== (steps.at(-1)?.amount ?? amount) && (until === null || from < until))
      steps.push({ from, amount: next });
  }
  return { amount, steps };
}
