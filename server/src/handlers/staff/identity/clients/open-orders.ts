import type { Tx } from '#server/db/database.ts';
import { ordersOf } from '#server/domain/support/order/order.queries.ts';
import { isClosed } from '#server/domain/support/order/order.rules.ts';

const MOST_ORDERS = 20;

/** Orders of a contract that are not answered yet. */
export async function openOrdersOf(db: Tx, contractId: number): Promise<number[]> {
  const { items } = await ordersOf(db, contractId, { limit: MOST_ORDERS });
  return items.filter((order) => !isClosed(order)).map(({ order_id: id }) => id);
}
