import { contract, type Wire } from '../api/contract.ts';
import { useAnswer, useAnswerPages } from '../api/use-call.ts';
import { useStaffStream } from '../lib/follow-stream.ts';

export type QueuedOrder = Wire<typeof contract.orders.list>['items'][number];
export type OrderFilter = keyof Wire<typeof contract.orders.list>['counts'];
export type OrderCounts = Wire<typeof contract.orders.list>['counts'];
export type ShownOrder = Wire<typeof contract.orders.show>;

/** Asked again by itself in any case: promises come near, and a stream may be lost. */
const LIST_EVERY_MS = 60_000;
const LOST_EVERY_MS = 20_000;
const ORDER_EVERY_MS = 60_000;
const A_PAGE = '50';

/** Follows the queue while it is open: a new order, an answer, and whoever takes one are seen at once. */
export const useFollowedQueue = (): boolean =>
  useStaffStream('topic=orders', { kinds: ['queue'], asks: [contract.orders.list.path, contract.orders.show.path] });

export const useOrderQueue = (only: OrderFilter, isLost: boolean) =>
  useAnswerPages(contract.orders.list, { only, limit: A_PAGE }, { every: isLost ? LOST_EVERY_MS : LIST_EVERY_MS });

export const useOrder = (orderId: string | undefined) =>
  useAnswer(
    contract.orders.show,
    { query: { order_id: orderId ?? '' } },
    { enabled: orderId !== undefined, every: ORDER_EVERY_MS },
  );
