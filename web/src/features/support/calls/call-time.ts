import { now } from '#web/lib/clock/clock.ts';
import { dayOf, dayText, range, timeText } from '#web/lib/text/format.ts';

/** When we call. */
export interface CallSpan {
  from: string;
  to: string;
}

const DAY_MS = 86_400_000;

/** «сегодня», «завтра», «25 ноября». */
export function dayWord(moment: string): string {
  const [today, day] = [dayOf(now()), dayOf(moment)];
  if (day === today) return 'сегодня';
  return day === dayOf(new Date(now().getTime() + DAY_MS)) ? 'завтра' : dayText(day, today);
}

/** «сегодня до 12:00», «завтра с 9:00 до 12:00». */
export const untilOf = ({ from, to }: CallSpan): string =>
  dayWord(from) === 'сегодня'
    ? `сегодня до\u00a0${timeText(to)}`
    : `${dayWord(from)} с\u00a0${timeText(from)} до\u00a0${timeText(to)}`;

/** «сегодня, 15:00–18:00». */
export const callText = ({ from, to }: CallSpan): string => `${dayWord(from)}, ${range(timeText(from), timeText(to))}`;
