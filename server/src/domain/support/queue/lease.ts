import type { Tx } from '#server/db/database.ts';
import { lockOrder } from '../order/order.queries.ts';
import { isClosed } from '../order/order.rules.ts';
import { leaseOf, putLease, writtenByAnother, type OrderLease } from './lease.queries.ts';

/** How long an order is held after the last key that was pressed in it. */
const LEASE_MS = 5 * 60_000;

interface Holding {
  readonly orderId: number;
  readonly personId: number;
  /** Whether it is taken from whoever holds it. */
  readonly over: boolean;
}

interface Held {
  readonly until: Date;
  /** Whoever was writing in it. */
  readonly from: string | null;
  /** She held it already. */
  readonly isLonger: boolean;
}

/** Takes an order, or holds it longer. Undefined: no such order; a lease: another holds it. */
export async function holdOrder(
  tx: Tx,
  { orderId, personId, over }: Holding,
  now: Date,
): Promise<Held | OrderLease | 'closed' | undefined> {
  const order = await lockOrder(tx, orderId);
  if (!order) return undefined;
  if (isClosed(order)) return 'closed';
  const lease = await leaseOf(tx, orderId, now);
  const isAnothers = lease !== undefined && lease.person_id !== personId;
  return isAnothers && !over ? lease : held(tx, { orderId, personId }, lease, now);
}

async function held(
  tx: Tx,
  { orderId, personId }: Pick<Holding, 'orderId' | 'personId'>,
  lease: OrderLease | undefined,
  now: Date,
): Promise<Held> {
  const until = new Date(now.getTime() + LEASE_MS);
  await putLease(tx, { orderId, personId, until }, now);
  const isLonger = lease?.person_id === personId;
  return { until, from: isLonger ? null : (lease?.name ?? null), isLonger };
}

async function leaseOfAnother(tx: Tx, orderId: number, personId: number, now: Date): Promise<OrderLease | undefined> {
  const lease = await leaseOf(tx, orderId, now);
  return lease && lease.person_id !== personId ? lease : undefined;
}

interface Writer {
  readonly orderId: number;
  readonly personId: number;
  readonly name: string;
  /** The last line that he has read. */
  readonly seen: number | undefined;
}

/** What a person who writes in an order does not know: that another holds it, or has written since. The order is locked. */
export async function unknownTo(
  tx: Tx,
  { orderId, personId, name, seen }: Writer,
  now: Date,
): Promise<{ holder: OrderLease } | { author_name: string; text: string } | undefined> {
  await lockOrder(tx, orderId);
  const holder = await leaseOfAnother(tx, orderId, personId, now);
  if (holder) return { holder };
  return seen === undefined ? undefined : writtenByAnother(tx, orderId, { seen, name });
}
