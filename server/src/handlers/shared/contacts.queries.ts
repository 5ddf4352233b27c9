import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { Subscriber } from '#server/kernel/world.ts';

/** Confirmed contacts of the client. */
export function contactsForOrder(
  tx: Tx,
  { contractId }: Subscriber,
): Promise<{ phone: string | null; email: string | null }> {
  return tx.one(sql`
    select max(value) filter (where kind = 'phone') as phone, max(value) filter (where kind = 'email') as email
    from contact where contract_id = ${contractId} and state = 'active'`);
}

/** The client and the address of the contract. */
export const clientAndAddressOf = (tx: Tx, { contractId }: Subscriber): Promise<{ client: string; address: string }> =>
  tx.one(sql`
    select client_name_io as client,
      concat_ws(', ', coalesce(s.name, t.name), c.house, 'кв. ' || nullif(c.flat, '')) as address
    from contract c join town t using (town_id) left join street s on s.street_id = c.street_id
    where c.contract_id = ${contractId}`);
