import { addDays, type Day, type Instant } from '@kabinet/contract/kernel/day';
import type { Hours, Schedule, ScheduleState } from '@kabinet/contract/kernel/schedule';
import { counted, dayOf, dayText, range, timeText } from '#web/lib/text/format.ts';
import type { AccessSchedule } from './schedule-data.ts';

export const DAYS = [
  { short: 'Пн', full: 'Понедельник' },
  { short: 'Вт', full: 'Вторник' },
  { short: 'Ср', full: 'Среда' },
  { short: 'Чт', full: 'Четверг' },
  { short: 'Пт', full: 'Пятница' },
  { short: 'Сб', full: 'Суббота' },
  { short: 'Вс', full: 'Воскресенье' },
] as const;

/** «в 21:00», «завтра в 07:00», «24 ноября в 07:00». */
export function switchMomentText(moment: string, today: string): string {
  const day = dayOf(moment);
  const time = `в\u00a0${timeText(moment)}`;
  if (day === today) return time;
  return day === addDays(today as Day, 1) ? `завтра ${time}` : `${dayText(day, today)} ${time}`;
}

/** «Сейчас открыто, закроется в 21:00». */
export function stateWords({ open, by, nextChange }: ScheduleState, today: string): string {
  if (by === 'off') return 'График выключен, часы доступа не\u00a0ограничены';
  const now = by === 'pause' ? 'Пауза графика, сейчас открыто' : `Сейчас ${open ? 'открыто' : 'закрыто'}`;
  if (nextChange === null) return `${now}, и\u00a0это не\u00a0изменится`;
  return `${now}, ${open ? 'закроется' : 'откроется'} ${switchMomentText(nextChange, today)}`;
}

/** «07:00–09:00, 14:00–22:00». */
export const hoursText = (hours: readonly Hours[], none = 'Закрыто весь день'): string => {
  if (hours.length === 0) return none;
  const isWhole = hours.some(({ from, to }) => from === '00:00' && to === '24:00');
  return isWhole ? 'Открыто весь день' : hours.map(({ from, to }) => range(from, to)).join(', ');
};

/** «на 30 минут», «на 1 час». */
export const forText = (minutes: number): string =>
  minutes % 60 === 0 ? counted(minutes / 60, 'час', 'часа', 'часов') : counted(minutes, 'минуту', 'минуты', 'минут');

/** Converts the wire's schedule for the shared function. */
export const kernelSchedule = ({
  is_on,
  rules,
  exceptions,
  paused_until,
}: Pick<AccessSchedule, 'is_on' | 'rules' | 'exceptions' | 'paused_until'>): Schedule => ({
  is_on,
  rules,
  exceptions: exceptions.map(({ day, hours }) => ({ day: day as Day, hours })),
  paused_until: paused_until as Instant | null,
});
