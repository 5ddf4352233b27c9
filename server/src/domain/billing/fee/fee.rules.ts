import type { Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import { chargeFrom } from './proration.rules.ts';

/**
 * A regular or one-time price: of a plan, an option or a program, of one service or of several identical ones
 * (`summedUp`).
 */
export interface Fee {
  readonly text: string;
  /** Price of a whole month or of a day; negative for a single return. */
  readonly amount: Kopecks;
  /** By the month: on the contract's billing day, and on the first day for a part of a month; by the day; or once. */
  readonly unit: 'month' | 'day' | 'once';
  /** The first day on which it is charged; null if it already runs and is charged up to the next charge. */
  readonly from: Day | null;
  /** The first day after it; null means no end. */
  readonly until: Day | null;
  /**
   * How many identical fees the amount is the sum of; 1 if absent. Each part is rounded separately, as when it is
   * charged.
   */
  readonly times?: number;
}

export const isOn = ({ from, until }: Pick<Fee, 'from' | 'until'>, day: Day): boolean =>
  (from === null || from <= day) && (until === null || day < until);

const ZERO = kopecks(0);

/**
 * The amount of a fee on a day, as the charging run computes it; `isBilling`: the day is a billing day of the contract.
 */
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
