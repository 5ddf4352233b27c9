import type { Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import { chargeFrom } from './proration.rules.ts';

/** Something that is charged: a plan, an option or a program, of one service or of several alike (`summedUp`). */
export interface Fee {
  readonly text: string;
  /** The price of a whole month or of a day; negative for what is given back once. */
  readonly amount: Kopecks;
  /** By the month, on the billing day of the contract and for a part of a month on the first day; by the day; or once. */
  readonly unit: 'month' | 'day' | 'once';
  /** The first day on which it is charged; null: it runs, and its days up to the next charge are charged already. */
  readonly from: Day | null;
  /** The first day on which it counts no more; null: without an end. */
  readonly until: Day | null;
  /** How many alike fees the amount is the sum of; 1 when absent. A part of each is rounded by itself, as it is charged. */
  readonly times?: number;
}

export const isOn = ({ from, until }: Pick<Fee, 'from' | 'until'>, day: Day): boolean =>
  (from === null || from <= day) && (until === null || day < until);

const ZERO = kopecks(0);

/** What a fee makes on a day, as the charging run takes it; `isBilling`: the day is a billing day of the contract. */
export function amountOn(fee: Fee, day: Day, billingDay: number, isBilling: boolean): Kopecks {
  if (!isOn(fee, day)) return ZERO;
  switch (fee.unit) {
    case 'day':
      return fee.amount;
    case 'once':
      return day === fee.from ? fee.amount : ZERO;
    case 'month':
      return monthlyOn(fee, day, billingDay, isBilling);
  }
}

function monthlyOn({ amount, from, until, times = 1 }: Fee, day: Day, billingDay: number, isBilling: boolean): Kopecks {
  if (isBilling && until === null) return amount;
  if (!isBilling && day !== from) return ZERO;
  return kopecks(chargeFrom(kopecks(amount / times), day, billingDay, until) * times);
}
