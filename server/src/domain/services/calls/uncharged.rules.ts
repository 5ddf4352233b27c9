import { addDays, addMonths, day, periodOf, type Day, type Period } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';

/** The names of months by number; the charge of a month's calls is named in SQL. */
export const MONTHS = [
  'январь',
  'февраль',
  'март',
  'апрель',
  'май',
  'июнь',
  'июль',
  'август',
  'сентябрь',
  'октябрь',
  'ноябрь',
  'декабрь',
] as const;

/** What calls of a month cost beyond what is charged of them, for all numbers and SIP lines of an account. */
export interface UnchargedCalls {
  readonly accountId: number;
  readonly period: Period;
  readonly amount: Kopecks;
  /** Whether the month has been charged before: these calls came late. */
  readonly isLate: boolean;
}

/** When `closeCalls` charges them: on the first charged day after their month. `today` is the last day that counts as charged. */
export function closingDay({ period }: Pick<UnchargedCalls, 'period'>, today: Day): Day {
  const [after, next] = [addMonths(day(`${period}-01`), 1), addDays(today, 1)];
  return after > next ? after : next;
}

/** «Разговоры за ноябрь, уже»: the sum follows, and grows until the month is over. */
export function callsText({ period, isLate }: Pick<UnchargedCalls, 'period' | 'isLate'>, today: Day): string {
  const calls = `Разговоры за ${MONTHS[Number(period.slice(5)) - 1] ?? period}`;
  if (isLate) return `${calls}, поступили позже`;
  return period < periodOf(today) ? calls : `${calls}, уже`;
}
