import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';

export interface VisitWindow {
  slot_id: number;
  from: Instant;
  to: Instant;
  is_free: boolean;
}

interface Range {
  readonly from: Date;
  readonly until: Date;
}

/** Visit windows in the contract's town. */
export const windowsFor = (tx: Tx, contractId: number, range: Range): Promise<VisitWindow[]> =>
  tx.rows(windowsSql(sql`(select town_id from contract where contract_id = ${contractId})`, range));

/** Visit windows in a town. */
export const windowsIn = (tx: Tx, townId: number, range: Range): Promise<VisitWindow[]> =>
  tx.rows(windowsSql(sql`${townId}`, range));

/** One row per window, free if any master is free. */
const windowsSql = (town: Sql, { from, until }: Range): Sql => sql`
    select (array_agg(slot_id order by order_id is not null, slot_id))[1] as slot_id, starts_at as from, ends_at as to,
      bool_or(order_id is null) as is_free
    from visit_slot
    where town_id = ${town} and starts_at >= ${from} and starts_at < ${until}
    group by starts_at, ends_at order by starts_at, ends_at`;

/** Whether the window is in the contract's town. */
export async function isOwnWindow(tx: Tx, contractId: number, slotId: number): Promise<boolean> {
  const { found } = await tx.one<{ found: boolean }>(sql`
    select exists (
      select from visit_slot join contract using (town_id) where slot_id = ${slotId} and contract_id = ${contractId}
    ) as found`);
  return found;
}

export interface BookedVisit {
  from: Instant;
  to: Instant;
  master: string;
}

/** Takes the window for the order with any free master; undefined if none is free or it begins too soon. */
export async function takeWindow(
  tx: Tx,
  orderId: number,
  slotId: number,
  after: Date,
): Promise<BookedVisit | undefined> {
  await leaveWindow(tx, orderId);
  const booked = await tx.maybe<BookedVisit>(sql`
    update visit_slot set order_id = ${orderId}
    where slot_id = (
      select s.slot_id from visit_slot wanted join visit_slot s using (town_id, starts_at, ends_at)
      where wanted.slot_id = ${slotId} and s.order_id is null and s.starts_at >= ${after}
      order by s.slot_id limit 1 for no key update of s skip locked
    )
    returning starts_at as from, ends_at as to, master`);
  if (!booked) return undefined;
  await tx.run(sql`
    update support_order set visit_from = ${booked.from}, visit_to = ${booked.to}, arrives_at = null, arrived_at = null where order_id = ${orderId}`);
  return booked;
}

/** Gives the window of an order back. */
async function leaveWindow(tx: Tx, orderId: number): Promise<void> {
  await tx.run(sql`update visit_slot set order_id = null where order_id = ${orderId}`);
}

/** Cancels a visit that is yet to come. */
export async function cancelVisit(tx: Tx, orderId: number, now: Date): Promise<void> {
  await tx.run(sql`update visit_slot set order_id = null where order_id = ${orderId} and starts_at > ${now}`);
  await tx.run(sql`
    update support_order set visit_from = null, visit_to = null, arrives_at = null, arrived_at = null where order_id = ${orderId} and visit_from > ${now}`);
}

/** Takes a visit that is over from an order that goes on: its timeline tells of it, and another one can be chosen. */
export const forgetPastVisit = (tx: Tx, orderId: number, now: Date): Promise<number> =>
  tx.run(sql`
    update support_order set visit_from = null, visit_to = null, arrives_at = null, arrived_at = null where order_id = ${orderId} and visit_to <= ${now}`);

/** The master of the order's visit is on his way; false if it has no visit. */
export async function setArrival(tx: Tx, orderId: number, at: Date): Promise<boolean> {
  const changed = await tx.run(sql`
    update support_order set arrives_at = ${at} where order_id = ${orderId} and visit_from is not null`);
  return changed > 0;
}

/** The master of the order's visit has come; false if it has no visit. What was said first stays. */
export async function setArrived(tx: Tx, orderId: number, at: Date): Promise<boolean> {
  const changed = await tx.run(sql`
    update support_order set arrived_at = coalesce(arrived_at, ${at}) where order_id = ${orderId} and visit_from is not null`);
  return changed > 0;
}

export interface SlotRow {
  slot_id: number;
  town: string;
  master: string;
  from: Instant;
  to: Instant;
  order_id: number | null;
}

export const slotsFrom = (tx: Tx, from: Date, most: number): Promise<SlotRow[]> =>
  tx.rows(sql`
    select slot_id, t.name as town, master, starts_at as from, ends_at as to, order_id
    from visit_slot join town t using (town_id) where starts_at >= ${from} order by starts_at, master limit ${most}`);

export interface NewSlot {
  readonly town: string;
  readonly master: string;
  readonly from: Date;
  readonly to: Date;
}

/** Windows of a master are added one after another, so that two at once do not overlap. */
const lockMaster = (tx: Tx, master: string): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended('master:' || ${master}::text, 0))`);

/** Adds a window of a master; undefined if the town is unknown or he is busy then. */
export async function insertSlot(tx: Tx, slot: NewSlot): Promise<{ slot_id: number } | undefined> {
  await lockMaster(tx, slot.master);
  return tx.maybe(sql`
    insert into visit_slot (town_id, master, starts_at, ends_at)
    select town_id, ${slot.master}, ${slot.from}, ${slot.to} from town
    where name = ${slot.town} and not exists (
      select from visit_slot s
      where s.master = ${slot.master} and s.starts_at < ${slot.to} and s.ends_at > ${slot.from})
    on conflict (master, starts_at) do nothing
    returning slot_id`);
}

/** The first free window in a town. */
export const firstFree = (tx: Tx, townId: number, after: Date): Promise<{ from: Instant } | undefined> =>
  tx.maybe(sql`
    select starts_at as from from visit_slot
    where town_id = ${townId} and starts_at >= ${after} and order_id is null
    order by starts_at limit 1`);

/** The contracts that somebody visits within some time; a window names its master. */
export const visitedContracts = (
  tx: Tx,
  masters: readonly string[],
  { from, until }: { readonly from: Instant; readonly until: Instant },
): Promise<{ contract_id: number }[]> =>
  tx.rows(sql`
    select distinct contract_id from visit_slot join support_order using (order_id)
    where master = any (${masters}::text[]) and starts_at >= ${from} and starts_at < ${until}`);
