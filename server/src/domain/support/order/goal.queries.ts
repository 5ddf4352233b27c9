import type { Tx } from '#db/database.ts';
import { sql } from '#db/sql.ts';
import { Problem } from '#kernel/problem.ts';

export interface Goal {
  goal_id: number;
  name: string;
  service_kind: 'internet' | 'tv' | 'sip' | 'mail' | 'telephone' | null;
  asks_visit: boolean;
  question: string;
  answer_minutes: number;
}

export const goals = (tx: Tx): Promise<Goal[]> =>
  tx.rows(sql`
    select goal_id, name, service_kind, asks_visit, question, answer_minutes
    from support_goal order by position, goal_id`);

export async function goalById(tx: Tx, goalId: number): Promise<Goal> {
  const goal = await tx.maybe<Goal>(sql`
    select goal_id, name, service_kind, asks_visit, question, answer_minutes
    from support_goal where goal_id = ${goalId}`);
  if (!goal) throw new Problem('not_found');
  return goal;
}
