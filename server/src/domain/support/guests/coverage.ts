import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import type { ComingPrice } from '#server/domain/services/price/coming.rules.ts';
import { homePlans, type HouseCoverage, type GuestPlanRow } from './guest.queries.ts';

const KBPS = 1000;

export interface PossiblePlan extends Omit<GuestPlanRow, 'coming'> {
  readonly new_price?: ComingPrice;
  readonly possible: boolean;
  readonly reason: string | null;
}

/** The plans of a home, and whether each is possible in the house. */
export async function possiblePlans(tx: Tx, covered: HouseCoverage | undefined, today: Day): Promise<PossiblePlan[]> {
  if (!covered) return [];
  const most = covered.most_kbps;
  return (await homePlans(tx, today)).map(({ coming, ...plan }) => {
    const isTooFast = most !== null && plan.speed_mbit !== null && plan.speed_mbit * KBPS > most;
    return {
      ...plan,
      ...(coming && { new_price: coming }),
      possible: !isTooFast,
      reason: isTooFast ? 'Линия дома такой скорости пока не держит' : null,
    };
  });
}
