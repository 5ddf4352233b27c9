import type { Kopecks } from '@kabinet/contract/kernel/money';

/** What of a rate decides on the price of a call. */
interface PricedBy {
  readonly price: Kopecks;
  readonly connection: Kopecks;
  readonly unit_seconds: number;
  readonly free_seconds: number;
}

/** Whether some call can cost more by the new rate than by the former one. */
export const isDearer = (will: PricedBy, was: PricedBy): boolean =>
  will.connection > was.connection ||
  will.free_seconds < was.free_seconds ||
  (will.unit_seconds !== was.unit_seconds
    ? will.price * was.unit_seconds > was.price * will.unit_seconds || will.unit_seconds > was.unit_seconds
    : will.price > was.price);
