import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import type { ComingPrice } from '#server/domain/services/price/coming.rules.ts';
import { soldPlans, type HouseCoverage, type GuestPlanRow } from './guest.queries.ts';

const KBPS = 1000;

export interface PossiblePlan extends Omit<GuestPlanRow, 'coming'> {
  readonly new_price?: ComingPrice;
  readonly possible: boolean;
  readonly reason: string | null;
}

/** The plans of a home, and whether each is possible in the house. */
export const possiblePlans = (tx: Tx, covered: HouseCoverage | undefined, today: Day): Promise<PossiblePlan[]> =>
  covered ? plansWithin(tx, covered.most_kbps, today, 'home') : Promise.resolve([]);

/** The plans, and whether a house holds each; `most`: its fastest, null: any. */
export async function plansWithin(
  tx: Tx,
  most: number | null,
  today: Day,
  audience: 'home' | 'office',
): Promise<PossiblePlan[]> {
  return (await soldPlans(tx, today, audience)).map(({ coming, ...plan }) => {
    const isTooFast = most !== null && plan.speed_mbit !== null && plan.speed_mbit * KBPS > most;
    return {
      ...plan,
      ...(coming && { new_price: coming }),
      possible: !isTooFast,
      reason: isTooFast ? 'Линия дома такой скорости пока не держит' : null,
    };
  });
}
