import { z } from 'zod';
import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#db/database.ts';
import { sql } from '#db/sql.ts';
import { cursorOf, lastId, pageFrom, type Page, type PageWanted } from '#domain/shared/page.ts';
import type { Subscriber } from '#kernel/world.ts';

export interface OrderRow {
  order_id: number;
  goal: string;
  text: string;
  state: 'new' | 'accepted' | 'in_progress' | 'waiting_client' | 'done' | 'cancelled';
  created_at: Instant;
  updated_at: Instant;
  visit_from: Instant | null;
  visit_to: Instant | null;
}

const isClosed = ({ state }: OrderRow) => state === 'done' || state === 'cancelled';
const readCursor = cursorOf(z.enum(['open', 'closed']), lastId);
const orderCursor = (last: OrderRow) => `${isClosed(last) ? 'closed' : 'open'}.${last.order_id}`;

/** Orders of the subscriber, open ones first, then newest first; each group is read by key along one index. */
export async function ordersOf(tx: Tx, { contractId }: Subscriber, wanted: PageWanted): Promise<Page<OrderRow>> {
  const [group, last] = readCursor(wanted.cursor) ?? ['open', Number.MAX_SAFE_INTEGER];
  const rows = await tx.rows<OrderRow>(sql`
    select o.order_id, goal.name as goal, o.text, o.state, o.created_at, o.updated_at, o.visit_from, o.visit_to
    from (
      (select * from support_order
        where contract_id = ${contractId} and not (state in ('done', 'cancelled'))
          and ${group} = 'open' and order_id < ${last}
        order by order_id desc limit ${wanted.limit + 1})
      union all
      (select * from support_order
        where contract_id = ${contractId} and (state in ('done', 'cancelled'))
          and (${group} = 'open' or order_id < ${last})
        order by order_id desc limit ${wanted.limit + 1})
    ) o join support_goal goal using (goal_id)
    order by o.state in ('done', 'cancelled'), o.order_id desc
    limit ${wanted.limit + 1}`);
  return pageFrom(rows, wanted.limit, orderCursor);
}

/** Confirmed contacts of the client. */
export function confirmedContacts(
  tx: Tx,
  { contractId }: Subscriber,
): Promise<{ phone: string | null; email: string | null }> {
  return tx.one(sql`
    select max(value) filter (where kind = 'phone') as phone, max(value) filter (where kind = 'email') as email
    from contact where contract_id = ${contractId} and state = 'active'`);
}
