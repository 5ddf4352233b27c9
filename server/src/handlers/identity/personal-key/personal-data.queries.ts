import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

interface Service {
  readonly user_id: number;
  readonly user_type: string;
  readonly name: string;
  readonly state: string;
  readonly returns_on: Day | null;
  readonly plan: string | null;
}

export const personalServicesOf = (tx: Tx, contractId: number): Promise<Service[]> =>
  tx.rows(sql`
    select u.user_id, u.user_type, u.name, u.state, u.returns_on, p.name as plan
    from service_user u left join plan p using (plan_id)
    where u.contract_id = ${contractId} and u.state <> 'closed' order by u.user_id`);
