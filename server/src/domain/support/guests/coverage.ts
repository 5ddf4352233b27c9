import type { Tx } from '#db/database.ts';
import { homePlans, type Covered, type PlanRow } from './guest.queries.ts';

const KBPS = 1000;

export interface PossiblePlan extends PlanRow {
  readonly possible: boolean;
  readonly reason: string | null;
}

/** The plans of a home, and whether each is possible in the house. */
export async function possiblePlans(tx: Tx, covered: Covered | undefined): Promise<PossiblePlan[]> {
  if (!covered) return [];
  const most = covered.most_kbps;
  return (await homePlans(tx)).map((plan) => {
    const isTooFast = most !== null && plan.speed_mbit !== null && plan.speed_mbit * KBPS > most;
    return { ...plan, possible: !isTooFast, reason: isTooFast ? 'Линия дома такой скорости пока не держит' : null };
  });
}
