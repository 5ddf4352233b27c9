import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';

/** The next price of something that is sold, with its first day. */
export interface ComingPrice {
  readonly price: Kopecks;
  readonly from: Day;
}
