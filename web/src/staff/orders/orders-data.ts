import { contract, type Wire } from '../api/contract.ts';
import { useAnswer, useAnswerPages } from '../api/use-call.ts';

export type QueuedOrder = Wire<typeof contract.orders.list>['items'][number];
export type OrderFilter = keyof Wire<typeof contract.orders.list>['counts'];
export type OrderCounts = Wire<typeof contract.orders.list>['counts'];
export type ShownOrder = Wire<typeof contract.orders.show>;

const LIST_EVERY_MS = 20_000;
const ORDER_EVERY_MS = 10_000;
const A_PAGE = '50';

export const useOrderQueue = (only: OrderFilter) =>
  useAnswerPages(contract.orders.list, { only, limit: A_PAGE }, { every: LIST_EVERY_MS });

export const useOrder = (orderId: string | undefined) =>
  useAnswer(
    contract.orders.show,
    { query: { order_id: orderId ?? '' } },
    { enabled: orderId !== undefined, every: ORDER_EVERY_MS },
  );
