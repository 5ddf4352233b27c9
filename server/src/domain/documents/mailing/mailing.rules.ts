import { addMonths, periodOf, type Day, type Period } from '@kabinet/contract/kernel/day';

export type TelephoneDocument = 'invoice' | 'calls';

/** The day of the month on which documents are sent: by then the exchange has sent the last calls of the month before. */
export const SEND_DAY = 3;
/** The last day of the month on which they are sent, if the portal was down before. */
const LAST_SEND_DAY = 10;

/** The month whose documents are sent on this day. */
export function dueMonth(today: Day): Period | undefined {
  const dayOfMonth = Number(today.slice(8));
  return dayOfMonth < SEND_DAY || dayOfMonth > LAST_SEND_DAY ? undefined : periodOf(addMonths(today, -1, 1));
}

/** The first and the last day of a month. */
export function daysOf(period: Period): { from: Day; until: Day } {
  const from = `${period}-01` as Day;
  return { from, until: addMonths(from, 0, 31) };
}
