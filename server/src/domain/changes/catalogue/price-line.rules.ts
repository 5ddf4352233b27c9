import type { Day, Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';

/** A price with a day, as it is kept. */
export interface PriceRow {
  readonly price_change_id: number;
  readonly from: Day;
  readonly price: Kopecks;
  readonly state: 'planned' | 'withdrawn' | 'settled';
  readonly by: string;
  readonly at: Instant;
  readonly is_told: boolean;
}

export interface CataloguePriceStep {
  /** null: before the first day that is kept. */
  readonly from: Day | null;
  readonly price: Kopecks;
  readonly state: 'past' | 'now' | 'planned' | 'withdrawn';
  readonly price_change_id: number | null;
  readonly by: string | null;
  readonly at: Instant | null;
  readonly is_told: boolean;
}

const FIRST = { from: null, state: 'past', price_change_id: null, by: null, at: null, is_told: true } as const;

/**
 * All prices of a thing by day. The catalogue keeps the price before the planned ones; once it is overwritten by a settled one, what was
 * before that is not known.
 */
export function priceLine(rows: readonly PriceRow[], base: Kopecks, today: Day): CataloguePriceStep[] {
  const isBegun = rows.some(({ state }) => state === 'settled');
  const steps: CataloguePriceStep[] = [
    ...(isBegun ? [] : [{ ...FIRST, price: base }]),
    ...rows.map((row) => ({ ...row, state: stateAt(row, today) })),
  ];
  const now = steps.findLastIndex(({ state }) => state === 'past');
  return steps.map((step, index) => (index === now ? { ...step, state: 'now' } : step));
}

function stateAt({ state, from }: PriceRow, today: Day): CataloguePriceStep['state'] {
  if (state === 'withdrawn') return 'withdrawn';
  return from > today ? 'planned' : 'past';
}
