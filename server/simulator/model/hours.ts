import { addDays, type Day } from '@kabinet/contract/kernel/day';

interface Span {
  readonly from: string;
  readonly to: string;
}

/** The access schedule of a service, as in its table. */
export interface ModelHours {
  readonly isOn: boolean;
  readonly rules: readonly (Span & { readonly days: readonly number[] })[];
  readonly exceptions: readonly { readonly day: Day; readonly hours: readonly Span[] }[];
  readonly pausedUntil: string | null;
}

/** Samara has no daylight saving. */
const AHEAD_MS = 4 * 3_600_000;

/** Whether the schedule lets the service work at a moment; times of day are compared as text. */
export function isOpen({ isOn, rules, exceptions, pausedUntil }: ModelHours, now: Date): boolean {
  if (!isOn || (pausedUntil !== null && Date.parse(pausedUntil) > now.getTime())) return true;
  const wall = new Date(now.getTime() + AHEAD_MS).toISOString();
  const [day, time] = [wall.slice(0, 10) as Day, wall.slice(11, 16)];
  const before = addDays(day, -1);
  const special = (of: Day) => exceptions.find((one) => one.day === of)?.hours;
  const usual = (of: Day) => rules.filter(({ days }) => days.includes(new Date(of).getUTCDay() || 7));
  const today = special(day);
  if ((special(before) ?? []).some((span) => lastsPast(span, time))) return true;
  if (today) return today.some((span) => hasBegun(span, time));
  return usual(day).some((span) => hasBegun(span, time)) || usual(before).some((span) => lastsPast(span, time));
}

const isOverMidnight = ({ from, to }: Span) => to < from;
const hasBegun = (span: Span, time: string) => span.from <= time && (isOverMidnight(span) || time < span.to);
/** A span of the previous day that is not over yet. */
const lastsPast = (span: Span, time: string) => isOverMidnight(span) && time < span.to;
