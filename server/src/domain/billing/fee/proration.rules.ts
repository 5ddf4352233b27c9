import { addMonths, daysBetween, nextBillingDay, type Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';

/** The billing day that begins the period of a day. */
export function periodStart(on: Day, billingDay: number): Day {
  const inThisMonth = addMonths(on, 0, billingDay);
  return inThisMonth <= on ? inThisMonth : addMonths(on, -1, billingDay);
}

/** A share of a price by days, rounded to the nearest kopeck, half up; the same as `part_of` in the database. */
export function partOf(price: Kopecks, days: number, ofDays: number): Kopecks {
  if (days === ofDays) return price;
  return kopecks(Math.floor((2 * price * days + ofDays) / (2 * ofDays)));
}

/** The share of a monthly price from a day to the next billing day, or to an earlier end. */
export function chargeFrom(price: Kopecks, on: Day, billingDay: number, until: Day | null): Kopecks {
  const end = nextBillingDay(on, billingDay);
  const last = until !== null && until < end ? until : end;
  return partOf(price, daysBetween(on, last), daysBetween(periodStart(on, billingDay), end));
}
