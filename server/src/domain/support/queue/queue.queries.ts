import { z } from 'zod';
import type { OrderFilter } from '@kabinet/contract/staff';
import type { Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import { cursorOf, lastId, lastMoment, pageFrom, type Page } from '#server/domain/shared/page.ts';
import { ORDER_COLUMNS, OPEN_ORDER, type OrderRow } from '../order/order.queries.ts';
import { HOLDER } from './lease.queries.ts';

/** Who has filed an order, and where he lives. */
export interface OrderPlace {
  name: string;
  town: string;
  street: string | null;
  house: string;
  flat: string | null;
}

export interface QueueRow extends OrderRow, OrderPlace {
  contract_id: number;
  assignee: string | null;
  holder_id: number | null;
  holder_name: string | null;
  held_until: Instant | null;
}

interface QueueWanted {
  readonly only: OrderFilter;
  /** The names that mean whoever asks, and his number. */
  readonly mine: readonly string[];
  readonly personId: number | null;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Orders without a promise come last. */
const readCursor = cursorOf(z.union([z.literal('-').transform(() => null), lastMoment]), lastId);

const IS_LATE = (now: Date): Sql => sql`(o.answer_by < ${now} or o.late_times > 0)`;

const isMine = (mine: readonly string[], personId: number | null): Sql =>
  sql`(o.assignee = any(${mine}::text[]) or holder.person_id = ${personId}::integer)`;

/** Open orders of all contracts, those whose answer is due soonest first. */
export async function orderQueue(tx: Tx, wanted: QueueWanted, now: Date): Promise<Page<QueueRow>> {
  const { only, mine, personId, cursor, limit } = wanted;
  const [by, last] = readCursor(cursor) ?? [new Date(0), 0];
  const rows = await tx.rows<QueueRow>(sql`
    select ${ORDER_COLUMNS}, o.contract_id, o.assignee, c.client_name as name, t.name as town, s.name as street, c.house, c.flat,
      holder.person_id as holder_id, holder.name as holder_name, holder.until as held_until
    from support_order o join support_goal goal using (goal_id) join contract c using (contract_id)
    join town t on t.town_id = c.town_id left join street s on s.street_id = c.street_id ${HOLDER(now)}
    where ${OPEN_ORDER}
      and (case when ${by}::timestamptz is null then o.answer_by is null and o.order_id > ${last}
        else o.answer_by is null or o.answer_by > ${by} or (o.answer_by = ${by} and o.order_id > ${last}) end)
      and (case ${only}::text
        when 'mine' then ${isMine(mine, personId)}
        when 'nobody' then o.assignee is null and holder.person_id is null
        when 'answer' then o.answer_by is not null
        when 'late' then ${IS_LATE(now)}
        when 'client' then o.state = 'waiting_client'
        else true end)
    order by o.answer_by nulls last, o.order_id limit ${limit + 1}`);
  return pageFrom(rows, limit, ({ answer_by: at, order_id: id }) => `${at === null ? '-' : Date.parse(at)}.${id}`);
}

/** How many open orders each filter leaves. */
export const orderCounts = (
  tx: Tx,
  { mine, personId }: Pick<QueueWanted, 'mine' | 'personId'>,
  now: Date,
): Promise<Record<OrderFilter, number>> =>
  tx.one(sql`
    select count(*) as all, count(*) filter (where ${isMine(mine, personId)}) as mine,
      count(*) filter (where o.assignee is null and holder.person_id is null) as nobody,
      count(*) filter (where o.answer_by is not null) as answer,
      count(*) filter (where ${IS_LATE(now)}) as late,
      count(*) filter (where o.state = 'waiting_client') as client
    from support_order o ${HOLDER(now)} where ${OPEN_ORDER}`);

/** The same of one contract, with what is on its accounts. */
export const orderPlace = (
  tx: Tx,
  contractId: number,
): Promise<OrderPlace & { printed_no: string | null; accounts: { kind: 'i' | 't'; balance: Kopecks }[] }> =>
  tx.one(sql`
    select printed_no, client_name as name, t.name as town, s.name as street, house, flat,
      coalesce((select json_agg(json_build_object('kind', kind, 'balance', balance_kopecks) order by kind)
        from account a where a.contract_id = c.contract_id), '[]') as accounts
    from contract c join town t using (town_id) left join street s using (street_id)
    where c.contract_id = ${contractId}`);
