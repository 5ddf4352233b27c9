import { addDays, dayIn } from '@kabinet/contract/kernel/day';
import { hourStart } from '@kabinet/contract/kernel/zone';

/** The provider's hours, for clients who have not chosen. */
export const QUIET_FROM = 22;
export const QUIET_UNTIL = 8;

/** Quiet hours chosen by a client; null where he has not chosen. */
export interface ChosenHours {
  readonly is_quiet: boolean | null;
  readonly quiet_from: number | null;
  readonly quiet_until: number | null;
}

const PROVIDERS: ChosenHours = { is_quiet: null, quiet_from: null, quiet_until: null };

/** The end of the current quiet hours, until which no loud message is sent; undefined outside quiet hours. */
export function endOfQuiet(now: Date, zone: string, chosen: ChosenHours = PROVIDERS): Date | undefined {
  if (chosen.is_quiet === false) return undefined;
  const [from, until] = [chosen.quiet_from ?? QUIET_FROM, chosen.quiet_until ?? QUIET_UNTIL];
  const today = dayIn(zone, now);
  // Quiet hours that began yesterday, and those that begin today.
  const nights = [addDays(today, -1), today].map((day) => ({
    start: hourStart(day, from, zone),
    end: hourStart(until > from ? day : addDays(day, 1), until, zone),
  }));
  return nights.find(({ start, end }) => now >= start && now < end)?.end;
}
