import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import { partOf } from './proration.rules.ts';

/** An individual price or discount; exactly one of both is not null. */
export interface IndividualTerms {
  readonly price: Kopecks | null;
  /** Of the price of the catalogue. */
  readonly percent: number | null;
}

/** It on its days, of one fee. */
export interface IndividualPeriod extends IndividualTerms {
  readonly id: number;
  readonly from: Day;
  /** The first day after it; null: without end. */
  readonly until: Day | null;
}

/** A price less a discount, to the nearest kopeck, half up; the same as in `chargedRate`. */
const discounted = (full: Kopecks, percent: number): Kopecks => partOf(full, 100 - percent, 100);

/** What something costs at individual terms. */
export const atTerms = (full: Kopecks, { price, percent }: IndividualTerms): Kopecks =>
  price ?? discounted(full, percent ?? 0);

export const individualAt = <P extends IndividualPeriod>(periods: readonly P[], day: Day): P | undefined =>
  periods.find(({ from, until }) => from <= day && (until === null || day < until));

/** What a day costs whose price in the catalogue is known; `chargedRate` is the same in the database. */
export function individualRate(periods: readonly IndividualPeriod[], day: Day, full: Kopecks): Kopecks {
  const own = individualAt(periods, day);
  return own ? atTerms(full, own) : full;
}

/** The days on which an individual price begins or ends, in order. */
export const turnsOf = (periods: readonly IndividualPeriod[]): Day[] => [
  ...new Set(periods.flatMap(({ from, until }) => (until === null ? [from] : [from, until])).toSorted()),
];
