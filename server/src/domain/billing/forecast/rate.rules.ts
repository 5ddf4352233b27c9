import type { Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import { isOn } from '../fee/fee.rules.ts';
import { amountOf, DAYS_OF_MONTH, type Price } from './price.rules.ts';

/** A regular price by the month or by the day. */
export interface Rate {
  readonly amount: Kopecks;
  readonly unit: 'month' | 'day';
}

/** The sum of these prices on a day, including promotions; null if none applies. */
export function rateOn(prices: readonly Price[], day: Day): Rate | null {
  const current = prices.filter((price) => price.unit !== 'once' && isOn(price, day));
  if (current.length === 0) return null;
  const unit = current.some((price) => price.unit === 'day') ? 'day' : 'month';
  return { amount: kopecks(current.reduce((sum, price) => sum + paidOn(price, day), 0)), unit };
}

/** The sum of these prices for thirty days as of a day; zero while the service is suspended. */
export function monthlyOn(prices: readonly Price[], day: Day): Kopecks {
  const current = prices.filter(
    (price) => price.kind !== 'suspension' && price.unit !== 'once' && price.situation !== 'paused' && isOn(price, day),
  );
  return kopecks(
    current.reduce((sum, price) => sum + paidOn(price, day) * (price.unit === 'day' ? DAYS_OF_MONTH : 1), 0),
  );
}

const paidOn = (price: Price, day: Day): Kopecks =>
  price.promo !== null && price.promoUntil !== null && day < price.promoUntil ? price.promo : amountOf(price, day);
