import { addDays, dayIn, type Day, type Instant } from '@kabinet/contract/kernel/day';
import { dayStart } from '@kabinet/contract/kernel/zone';
import type { Provider } from '#server/kernel/provider.ts';
import { wrongField } from './refusals.ts';

interface Told {
  readonly now: Date;
  readonly today: Day;
  readonly provider: Provider;
}

/** The clock of a telephone and that of the server differ; what is ahead by less is now. */
const SLACK_MS = 60_000;

/**
 * The moment of a step that is told later, for there was no network: not ahead of this server, not before the day of the visit, and not
 * before yesterday, so that nobody writes the past anew. Undefined: it is told at once.
 */
export function doneAt(
  { now, today, provider: { time_zone: zone } }: Told,
  written: Instant | undefined,
  visitFrom: Instant | null = null,
): Date | undefined {
  if (written === undefined) return undefined;
  const done = new Date(written);
  if (done.getTime() > now.getTime() + SLACK_MS) throw wrongField('done_at', 'Это время ещё не наступило');
  const yesterday = addDays(today, -1);
  const ofVisit = visitFrom === null ? yesterday : dayIn(zone, new Date(visitFrom));
  const earliest = ofVisit > yesterday ? ofVisit : yesterday;
  if (done < new Date(dayStart(earliest, zone)))
    throw wrongField('done_at', 'Это было до дня визита или раньше вчерашнего дня');
  return done > now ? now : done;
}
