import type { contract } from '@kabinet/contract';
import type { Result } from '@kabinet/contract/kernel/call/call';

export type CalendarEntry = Result<typeof contract.calendar.get>['entries'][number];

const NOTHING = {
  last_day: null,
  text: '',
  amount: null,
  parts: [],
  balance_after: null,
  missing: null,
  services: [],
  by: null,
  undo: null,
  undo_reason: null,
} satisfies Partial<CalendarEntry>;

/** An entry with defaults for everything that is not given. */
export const entryOf = (
  told: Pick<CalendarEntry, 'day' | 'kind' | 'p' | 'title'> & Partial<CalendarEntry>,
): CalendarEntry => ({
  ...NOTHING,
  ...told,
});

/**
 * The order of entries on one day: the nightly run changes and charges, the bank is asked for money during the day, a
 * promise ends at the end of the day.
 */
const IN_A_DAY: readonly CalendarEntry['kind'][] = [
  'return',
  'suspension',
  'plan',
  'option',
  'program',
  'promotion',
  'price',
  'charge',
  'autopayment',
  'promise',
];

/** Lists all entries by day; merges those that differ only in the service. */
export function listed(entries: readonly CalendarEntry[]): CalendarEntry[] {
  const alike = Map.groupBy(entries, (entry) => JSON.stringify({ ...entry, services: [] }));
  return [...alike.values()]
    .flatMap(([first, ...others]) => (first ? [withServices(first, others)] : []))
    .sort(inOrder);
}

const withServices = (entry: CalendarEntry, others: readonly CalendarEntry[]): CalendarEntry => ({
  ...entry,
  services: [entry, ...others].flatMap(({ services }) => services),
});

function inOrder(a: CalendarEntry, b: CalendarEntry): number {
  if (a.day !== b.day) return a.day < b.day ? -1 : 1;
  return IN_A_DAY.indexOf(a.kind) - IN_A_DAY.indexOf(b.kind) || (a.p < b.p ? -1 : Number(a.p > b.p));
}
