import type { CalendarRequest } from './asked.ts';
import { listed, type CalendarEntry } from './entry.rules.ts';
import { moneyEntries } from './money.ts';
import { withPauses } from './pause.rules.ts';
import { priceEntries } from './price-entries.ts';
import { optionEntries, pauseEntries, planEntries, programEntries, promotionEntries } from './planned.ts';

/** Each source covers one kind of planned changes and reads all services of the contract at once. */
const SOURCES = [
  moneyEntries,
  planEntries,
  optionEntries,
  programEntries,
  promotionEntries,
  priceEntries,
  pauseEntries,
];

/** Everything planned on a contract, by day. */
export async function calendarOf(asked: CalendarRequest): Promise<CalendarEntry[]> {
  const entries = await Promise.all(SOURCES.map((source) => source(asked)));
  return listed(withPauses(entries.flat(), asked.today).filter(({ day }) => day <= asked.until));
}
