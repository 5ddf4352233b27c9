import type { Day, Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { Subscriber } from '#server/kernel/world.ts';

export interface ContractRow {
  contract_id: number;
  printed_no: string | null;
  client_name: string;
  client_name_io: string;
  client_name_short: string;
  is_company: boolean;
  state: 'active' | 'suspended' | 'closed';
  billing_day: number;
  opened_on: Day;
  /** When the previous session was last used. */
  last_visit_at: Instant | null;
  town: string;
  street: string | null;
  house: string;
  flat: string | null;
}

export function contractOf(tx: Tx, { contractId, sessionId }: Subscriber): Promise<ContractRow> {
  return tx.one<ContractRow>(sql`
    select c.contract_id, c.printed_no, c.client_name, c.client_name_io, c.client_name_short, c.is_company, c.state, c.billing_day,
      c.opened_on, (select name from town where town_id = c.town_id) as town,
      (select name from street where street_id = c.street_id) as street, c.house, c.flat,
      (select last_used_at from session
        where contract_id = c.contract_id and session_id <> ${sessionId}
        order by last_used_at desc limit 1) as last_visit_at
    from contract c
    where c.contract_id = ${contractId}`);
}
