import type { Day, Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

/** The most events that one transaction orders. */
export const ORDERED_AT_ONCE = 5000;

interface StoredEvent {
  readonly event_id: number;
  readonly at: Instant;
  readonly kind: string;
  readonly contract_id: number;
  readonly data: Readonly<Record<string, unknown>>;
}

export const doChangesWait = async (tx: Tx): Promise<boolean> =>
  (await tx.one<{ waits: boolean }>(sql`select exists (select from change_waiting) as waits`)).waits;

/** Waits for whoever orders now; what he has ordered is seen by the next statement. */
export const holdNumbering = (tx: Tx): Promise<unknown> => tx.one(sql`select last_id from change_order for update`);

/**
 * Numbers what has committed, the oldest first; returns how many. The caller holds the order, so numbers become visible in their order.
 * Within one batch the order is that of writing: two changes of one row are written one after another.
 */
export const orderBatch = async (tx: Tx, now: Date): Promise<number> =>
  (
    await tx.one<{ count: number }>(sql`
      with taken as (
        delete from change_waiting
        where waiting_id in (select waiting_id from change_waiting order by waiting_id limit ${ORDERED_AT_ONCE})
        returning *
      ), counted as (
        update change_order set last_id = last_id + (select count(*) from taken) returning last_id
      ), put as (
        insert into change_event (event_id, ordered_at, happened_at, kind, contract_id, detail)
        select o.last_id + row_number() over (order by t.waiting_id), ${now}::timestamptz, t.happened_at, t.kind, t.contract_id, t.detail
        from taken t cross join change_order o
      )
      select (select count(*)::integer from taken) as count from counted`)
  ).count;

export const hasChangeMonth = async (tx: Tx, month: string): Promise<boolean> =>
  (
    await tx.one<{ has: boolean }>(
      sql`select to_regclass('public.change_event_' || ${month.replace('-', '_')}::text) is not null as has`,
    )
  ).has;

export const keepChangeMonth = (tx: Tx, day: Day): Promise<number> =>
  tx.run(sql`select keep_change_month(${day}::date)`);

/** Drops whole months before one, and says from where on events are there. */
export async function dropChangesBefore(tx: Tx, month: Day): Promise<void> {
  await holdNumbering(tx);
  const { dropped } = await tx.one<{ dropped: number }>(
    sql`select drop_months_before('change_event', ${month}::date) as dropped`,
  );
  if (dropped === 0) return;
  await tx.run(sql`
    update change_order set first_id = coalesce((select min(event_id) from change_event), last_id + 1)`);
}

/** The numbers of the first event that is kept and of the last one. */
export const keptEvents = (tx: Tx): Promise<{ first_id: number; last_id: number }> =>
  tx.one(sql`select first_id, last_id from change_order`);

export const eventsAfter = (tx: Tx, after: number, limit: number): Promise<StoredEvent[]> =>
  tx.rows(sql`
    select event_id, happened_at as at, kind, contract_id, detail as data from change_event
    where event_id > ${after} order by event_id limit ${limit}`);
