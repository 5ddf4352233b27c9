// The access schedule: when internet works. The server and the screen use the same function.
import { addDays, instant, type Day, type Instant } from './day.ts';
import { zoneOffset } from './zone.ts';

/** Hours of a day, `HH:MM`. `to` may be `24:00`; a `to` before `from` is on the next day. */
export interface Hours {
  readonly from: string;
  readonly to: string;
}

/** Hours of some days of the week in which internet works; Monday is 1. */
export interface WeekRule extends Hours {
  readonly days: readonly number[];
}

/** A day with its own hours instead of the weekly ones; no hours: internet is closed all day. */
export interface ExceptionDay {
  readonly day: Day;
  readonly hours: readonly Hours[];
}

export interface Schedule {
  /** A schedule that is off keeps its rules and closes nothing. */
  readonly is_on: boolean;
  /** Rules may overlap: internet works when any of them is open. */
  readonly rules: readonly WeekRule[];
  readonly exceptions: readonly ExceptionDay[];
  /** Until this moment internet works, regardless of the rules. */
  readonly paused_until: Instant | null;
}

/** The state of the schedule at a moment. */
export interface ScheduleState {
  readonly open: boolean;
  /** What decides: no schedule, a pause, an exception day, or the week. */
  readonly by: 'off' | 'pause' | 'exception' | 'week';
  /** The next moment at which `open` changes; null when it never does. */
  readonly nextChange: Instant | null;
}

const DAY_MINUTES = 24 * 60;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** The rules repeat after a week; one more day for hours that cross midnight. */
const LOOK_AHEAD_DAYS = 8;

/** `HH:MM` as minutes after midnight. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** The day of the week, Monday is 1. */
export const weekdayOf = (day: Day): number => new Date(day).getUTCDay() || 7;

const isNight = ({ from, to }: Hours): boolean => minutesOf(to) < minutesOf(from);
const inHead = (hours: Hours, minute: number): boolean =>
  minute >= minutesOf(hours.from) && (isNight(hours) || minute < minutesOf(hours.to));
const inTail = (hours: Hours, minute: number): boolean => isNight(hours) && minute < minutesOf(hours.to);

const weekdayBefore = (weekday: number): number => (weekday === 1 ? 7 : weekday - 1);

/** Whether the week opens this minute of a day of the week; hours that began the day before count. */
export const isOpenInWeek = (rules: readonly WeekRule[], weekday: number, minute: number): boolean =>
  rules.some(
    (rule) =>
      (rule.days.includes(weekday) && inHead(rule, minute)) ||
      (rule.days.includes(weekdayBefore(weekday)) && inTail(rule, minute)),
  );

/**
 * Whether internet works at this minute of the wall clock. An exception day replaces the weekly hours from midnight to midnight
 * and does not change its neighbours. Its own hours may continue into the next day.
 */
function isOpenAtWall({ rules, exceptions }: Schedule, { day, minute }: Wall): boolean {
  const hoursOf = (of: Day) => exceptions.find((exception) => exception.day === of)?.hours;
  const dayBefore = hoursOf(addDays(day, -1)) ?? [];
  if (dayBefore.some((hours) => inTail(hours, minute))) return true;
  const today = hoursOf(day);
  return today ? today.some((hours) => inHead(hours, minute)) : isOpenInWeek(rules, weekdayOf(day), minute);
}

/** The time on the wall clock. */
interface Wall {
  readonly day: Day;
  readonly minute: number;
}

/** The wall clock of a zone as if it were UTC. Milliseconds. */
const wallMs = (zone: string, moment: number): number => moment + zoneOffset(zone, moment);

function wallAt(zone: string, moment: number): Wall {
  const wall = new Date(wallMs(zone, moment)).toISOString();
  return { day: wall.slice(0, 10) as Day, minute: minutesOf(wall.slice(11, 16)) };
}

/** The minute between two moments in which the zone's clock goes forward or back. */
function clockChange(zone: string, from: number, until: number): number {
  let [before, after] = [from, until];
  while (after - before > MINUTE_MS) {
    const middle = before + Math.floor((after - before) / 2 / MINUTE_MS) * MINUTE_MS;
    if (zoneOffset(zone, middle) === zoneOffset(zone, from)) before = middle;
    else after = middle;
  }
  return after;
}

/** The start of the day with this wall-clock midnight; the zone's offset is still that of the day before. */
const startOf = (midnight: number, zone: string): number => midnight - zoneOffset(zone, midnight - 14 * HOUR_MS);

/** All moments of a day at which the state may change, in order: a superset of the real changes. */
function momentsOf(schedule: Schedule, day: Day, zone: string): number[] {
  const midnight = Date.parse(day);
  const [first, last] = [startOf(midnight, zone), startOf(midnight + DAY_MS, zone)];
  const offsets = [...new Set([zoneOffset(zone, first), zoneOffset(zone, last)])];
  const edges = new Set([0, ...edgesOf(schedule)]);
  const moments = [...edges].flatMap((minute) => offsets.map((offset) => midnight + minute * MINUTE_MS - offset));
  if (offsets.length > 1) moments.push(clockChange(zone, first, last));
  // A moment computed with the wrong offset may fall into a neighbouring day: drop it here, because that day computes its own moments.
  return moments.filter((moment) => moment >= first && moment < last).sort((one, other) => one - other);
}

/** Minutes of a day at which something begins or ends. */
const edgesOf = ({ rules, exceptions }: Schedule): number[] =>
  [...rules, ...exceptions.flatMap(({ hours }) => hours)].flatMap(({ from, to }) => [
    minutesOf(from),
    minutesOf(to) % DAY_MINUTES,
  ]);

/** The first moment after `since` at which the state is no longer `open`. */
function turnAfter(schedule: Schedule, since: number, open: boolean, zone: string): number | undefined {
  const first = wallAt(zone, since).day;
  const last = schedule.exceptions.reduce((latest, { day }) => (day > latest ? day : latest), first);
  for (let day = addDays(first, -1); day <= addDays(last, LOOK_AHEAD_DAYS); day = addDays(day, 1)) {
    const turn = momentsOf(schedule, day, zone).find(
      (moment) => moment > since && isOpenAtWall(schedule, wallAt(zone, moment)) !== open,
    );
    if (turn !== undefined) return turn;
  }
  return undefined;
}

/**
 * Whether the schedule opens internet at a moment, and until when. Days and hours follow the wall clock of the provider's zone:
 * the hour lost in spring is not given back, the repeated hour of autumn counts twice.
 */
export function stateAt(schedule: Schedule, moment: Date, zone: string): ScheduleState {
  if (!schedule.is_on) return { open: true, by: 'off', nextChange: null };
  const now = moment.getTime();
  const pause = schedule.paused_until === null ? now : Date.parse(schedule.paused_until);
  if (pause > now) {
    const wakes = isOpenAtWall(schedule, wallAt(zone, pause)) ? turnAfter(schedule, pause, true, zone) : pause;
    return { open: true, by: 'pause', nextChange: asInstant(wakes) };
  }
  const wall = wallAt(zone, now);
  const open = isOpenAtWall(schedule, wall);
  const isException = schedule.exceptions.some(({ day }) => day === wall.day);
  return { open, by: isException ? 'exception' : 'week', nextChange: asInstant(turnAfter(schedule, now, open, zone)) };
}

const asInstant = (moment: number | undefined): Instant | null =>
  moment === undefined ? null : instant(new Date(moment));
