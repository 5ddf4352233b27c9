import { addDays, nextBillingDay, type Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { ComingPrice } from '#server/domain/services/price/coming.rules.ts';
import { individualAt } from '../fee/individual.rules.ts';
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

function discountOf({ individual = [], full, amount }: Price, today: Day): Pick<OwnPrice, 'discount'> {
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
