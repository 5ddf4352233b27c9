import { addDays, nextBillingDay, type Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { ComingPrice } from '#server/domain/services/price/coming.rules.ts';
import { individualAt, individualRate, turnsOf, type IndividualPeriod } from '../fee/individual.rules.ts';
import type { Price } from './price.rules.ts';
import type { PriceChange } from './step.rules.ts';

/** What a contract pays now, and the next price with its own day, if one is planned. */
export interface OwnPrice {
  readonly price: Kopecks;
  readonly new_price?: ComingPrice;
  /** Why it is not the price of the catalogue. */
  readonly discount?: OwnDiscount;
}

interface OwnDiscount {
  readonly percent: number | null;
  readonly full_price: Kopecks;
  readonly last_day: Day | null;
}

type Sold = Price & Partial<{ soldKind: string | null; soldId: number; resumesOn: Day | null }>;

/** The price that a service (or, without one, the contract) pays for something; undefined if it does not have it. */
export function ownPrice(
  prices: readonly Sold[],
  { soldKind, soldId }: Pick<PriceChange, 'soldKind' | 'soldId'>,
  userId: number | null,
  today: Day,
): OwnPrice | undefined {
  const own = prices.find(
    (one) => one.userId === userId && one.soldKind === soldKind && one.soldId === soldId && !one.resumesOn,
  );
  return own && { price: own.amount, ...newPriceOf(own), ...discountOf(own, today) };
}

/** Discounts of the plan of a service, which go on with another plan. */
export const planDiscounts = (prices: readonly Sold[], planId: number, userId: number): readonly IndividualPeriod[] =>
  prices
    .find((one) => one.userId === userId && one.soldKind === 'plan' && one.soldId === planId)
    ?.individual?.filter(({ percent }) => percent !== null) ?? [];

/** What something would cost from a day on, with the discounts of whoever takes it; `next` is its price from its own day. */
export function priceWith(
  discounts: readonly IndividualPeriod[],
  full: Kopecks,
  next: ComingPrice | undefined,
  since: Day,
): OwnPrice {
  const on = (day: Day): Kopecks => individualRate(discounts, day, next && next.from <= day ? next.price : full);
  const amount = on(since);
  const turns = [...(next ? [next.from] : []), ...turnsOf(discounts)].filter((day) => day > since).toSorted();
  const from = turns.find((day) => on(day) !== amount);
  return {
    price: amount,
    ...(from !== undefined && { new_price: { price: on(from), from } }),
    ...discountOf({ individual: discounts, full, amount }, since),
  };
}

function discountOf(
  { individual = [], full, amount }: Pick<Price, 'individual' | 'full' | 'amount'>,
  today: Day,
): Pick<OwnPrice, 'discount'> {
  const own = individualAt(individual, today);
  if (!own || full === undefined || full === amount) return {};
  const { percent, until } = own;
  return { discount: { percent, full_price: full, last_day: until && addDays(until, -1) } };
}

function newPriceOf({ steps }: Price): Pick<OwnPrice, 'new_price'> {
  const [step] = steps ?? [];
  return step ? { new_price: { price: step.amount, from: step.from } } : {};
}

/** A planned price of something that the contract may take: from its own day on. */
export const newPriceFor = (
  coming: ComingPrice | null,
  unit: 'month' | 'day',
  billingDay: number,
): Pick<OwnPrice, 'new_price'> =>
  coming === null
    ? {}
    : {
        new_price: {
          price: coming.price,
          from: unit === 'day' ? coming.from : nextBillingDay(addDays(coming.from, -1), billingDay),
        },
      };
