import { dayText, keepTogether } from '#server/domain/shared/text.rules.ts';
import type { CalendarEntry } from './entry.rules.ts';

type Day = CalendarEntry['day'];

interface Pause {
  /** Null means that the pause has begun. */
  begins: Day | null;
  returns: Day;
}

/** Changes of a service that happen whether it works or not. */
const CHANGES: ReadonlySet<CalendarEntry['kind']> = new Set(['plan', 'option', 'program']);

/**
 * Marks a change that falls into a pause of its service: the service returns with it. Each entry has at most one
 * service.
 */
export function withPauses(entries: readonly CalendarEntry[], today: Day): CalendarEntry[] {
  const pauses = pausesIn(entries);
  return entries.map((entry) => {
    const pause = CHANGES.has(entry.kind) ? pauses.get(entry.services[0]?.user_id) : undefined;
    return pause && isWithin(entry.day, pause) ? { ...entry, text: textWith(entry.text, pause, today) } : entry;
  });
}

function pausesIn(entries: readonly CalendarEntry[]): Map<number | undefined, Pause> {
  const begins = new Map(entries.filter(({ kind }) => kind === 'suspension').map(dayOfService));
  return new Map(
    entries
      .filter(({ kind }) => kind === 'return')
      .map(dayOfService)
      .map(([id, returns]) => [id, { begins: begins.get(id) ?? null, returns }]),
  );
}

const dayOfService = ({ day, services }: CalendarEntry) => [services[0]?.user_id, day] as const;

const isWithin = (day: Day, { begins, returns }: Pause): boolean => (begins ?? day) <= day && day < returns;

const textWith = (text: string, { returns }: Pause, today: Day): string =>
  [text, keepTogether(`Услуга будет на паузе и ${dayText(returns, today)} вернётся уже с этим изменением`)]
    .filter((part) => part !== '')
    .join('. ');
