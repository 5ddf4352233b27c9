import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

interface Work {
  id: number;
  town: string;
  title: string;
  body: string;
  created_at: Instant;
  until: Instant | null;
  is_here: boolean;
}

/** The most maintenance works read at once. */
const MOST_WORKS = 20;

/** Maintenance works of all towns that are not over: those of the client's town first, then the soonest. */
export const worksOf = (tx: Tx, contractId: number | null, now: Date): Promise<Work[]> =>
  tx.rows(sql`
    select m.message_id as id, t.name as town, m.title, m.body, m.created_at, m.until,
      m.town_id is not distinct from (select town_id from contract where contract_id = ${contractId}) as is_here
    from message m join town t using (town_id)
    where m.kind = 'work' and m.created_at <= ${now} and (m.until is null or m.until > ${now})
    order by is_here desc, m.until nulls last, m.message_id
    limit ${MOST_WORKS}`);

export interface HomeAddress {
  town: string;
  district: string | null;
  street: string | null;
  house: string;
}

/** The town and district of the contract. */
export const homeOf = (tx: Tx, contractId: number): Promise<HomeAddress | undefined> =>
  tx.maybe(sql`
    select t.name as town, s.district, s.name as street, c.house
    from contract c join town t using (town_id) left join street s on s.street_id = c.street_id
    where c.contract_id = ${contractId}`);
