import { addDays, addMonths, nextBillingDay, type Day } from '@kabinet/contract/kernel/day';

/** How far ahead charges are computed. */
export const MONTHS_AHEAD = 13;

/** From when charges are computed, and when they fall due. */
export interface Billing {
  readonly today: Day;
  readonly billingDay: number;
  /** While charging is on hold: the eve of its first day, null if none is named; absent otherwise. */
  readonly chargedTo?: Day | null;
  /** Whether everything on the account waits for the payment of a debt. */
  readonly inDebt?: boolean;
}

/** The last day that counts as charged. */
export const lastChargedDay = ({ today, chargedTo: to }: Pick<Billing, 'today' | 'chargedTo'>): Day => to ?? today;

/** The days that a forecast covers. */
export interface BillingHorizon {
  readonly tomorrow: Day;
  /** Billing days after today, in order. */
  readonly billingDays: ReadonlySet<Day>;
  readonly end: Day;
}

const kept = new Map<string, BillingHorizon>();
/** Billing days for about a month of current days. */
const MOST_KEPT = 64;

/** All contracts share these days, so they are cached. */
export function billingHorizon(today: Day, billingDay: number): BillingHorizon {
  const key = `${today}/${billingDay}`;
  const known = kept.get(key);
  if (known) return known;
  if (kept.size >= MOST_KEPT) kept.clear();
  const end = addMonths(today, MONTHS_AHEAD);
  const billingDays = new Set<Day>();
  for (let day = nextBillingDay(today, billingDay); day <= end; day = addMonths(day, 1, billingDay)) {
    billingDays.add(day);
  }
  const horizon = { tomorrow: addDays(today, 1), billingDays, end };
  kept.set(key, horizon);
  return horizon;
}
