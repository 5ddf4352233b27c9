import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';

/** The contract of the calendar, and its last day. */
export interface CalendarRequest {
  readonly tx: Tx;
  readonly contractId: number;
  readonly now: Date;
  readonly today: Day;
  /** The last day, inclusive. */
  readonly until: Day;
  readonly zone: string;
  readonly limits: { readonly smallest: Kopecks; readonly largest: Kopecks };
}
