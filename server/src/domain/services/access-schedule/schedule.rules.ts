import { addDays, type Day } from '@kabinet/contract/kernel/day';
import type { FieldProblem } from '@kabinet/contract/kernel/problem';
import {
  minutesOf,
  type ExceptionDay,
  type Hours,
  type Schedule,
  type WeekRule,
} from '@kabinet/contract/kernel/schedule';

const WORKDAYS = [1, 2, 3, 4, 5];
const SCHOOL_NIGHTS = [1, 2, 3, 4];
const ALL = [1, 2, 3, 4, 5, 6, 7];

/** Defaults and limits of a schedule, shown on the screen and enforced by the server. Minutes and days. */
export const defaults = {
  weeks: [
    {
      key: 'school',
      title: 'Школьник',
      text: 'Утром и после уроков, в выходные дольше',
      rules: [
        { days: WORKDAYS, from: '07:00', to: '09:00' },
        { days: SCHOOL_NIGHTS, from: '14:00', to: '21:00' },
        { days: [5], from: '14:00', to: '22:00' },
        { days: [6], from: '09:00', to: '22:00' },
        { days: [7], from: '09:00', to: '21:00' },
      ],
    },
    {
      key: 'no_nights',
      title: 'Без ночей',
      text: 'Каждый день с 6 до 23 часов',
      rules: [{ days: ALL, from: '06:00', to: '23:00' }],
    },
    {
      key: 'evenings',
      title: 'Вечера и выходные',
      text: 'В будни с 18 до 23 часов, в выходные с 9',
      rules: [
        { days: WORKDAYS, from: '18:00', to: '23:00' },
        { days: [6, 7], from: '09:00', to: '23:00' },
      ],
    },
    {
      key: 'office',
      title: 'Рабочие часы',
      text: 'В будни с 8 до 20 часов, в выходные закрыто',
      rules: [{ days: WORKDAYS, from: '08:00', to: '20:00' }],
    },
    {
      key: 'weekend_nights',
      title: 'Ночи выходных',
      text: 'Каждый день с 7 до 22 часов, в пятницу и субботу до 2 часов ночи',
      rules: [
        { days: [1, 2, 3, 4, 7], from: '07:00', to: '22:00' },
        { days: [5, 6], from: '07:00', to: '02:00' },
      ],
    },
  ] satisfies { key: string; title: string; text: string; rules: WeekRule[] }[],
  shortest_slot: 60,
  longest_pause: 12 * 60,
  pauses: [30, 60, 120],
  most_exceptions: 60,
  farthest_exception: 366,
  shortest_password: 6,
};

/**
 * What is wrong with the hours: each slot begins and ends at a multiple of the shortest slot and is not empty; a special
 * day stands once, at most a year ahead.
 */
export function hoursProblems(
  { rules, exceptions }: Pick<Schedule, 'rules' | 'exceptions'>,
  today: Day,
): FieldProblem[] {
  return [
    ...rules.flatMap((rule, index) => slotProblems(rule, `body.rules.${index}`)),
    ...exceptions.flatMap(({ hours }, index) =>
      hours.flatMap((one, at) => slotProblems(one, `body.exceptions.${index}.hours.${at}`)),
    ),
    ...exceptions.flatMap((exception, index) =>
      dayProblems(exception, exceptions, today, `body.exceptions.${index}.day`),
    ),
  ];
}

function slotProblems({ from, to }: Hours, path: string): FieldProblem[] {
  const [start, end] = [minutesOf(from), minutesOf(to)];
  const isWhole = [start, end].every((minute) => minute % defaults.shortest_slot === 0);
  if (!isWhole) return [{ path, message: 'Часы должны начинаться и заканчиваться ровно в начале часа' }];
  return start === end ? [{ path, message: 'Часы: конец должен отличаться от начала' }] : [];
}

function dayProblems({ day }: ExceptionDay, all: readonly ExceptionDay[], today: Day, path: string): FieldProblem[] {
  if (day > addDays(today, defaults.farthest_exception)) {
    return [{ path, message: 'Особый день: не дальше года вперёд' }];
  }
  return all.filter((other) => other.day === day).length > 1 ? [{ path, message: 'Этот день уже есть в списке' }] : [];
}

/** Exceptions in order, without those that are over; yesterday's may last into today. */
export const standing = (exceptions: readonly ExceptionDay[], today: Day): ExceptionDay[] =>
  exceptions.filter(({ day }) => day >= addDays(today, -1)).sort((one, other) => (one.day < other.day ? -1 : 1));

/** The history text about a change of days and hours; undefined if nothing changed. */
export function changeText(was: Schedule, is: Schedule): string | undefined {
  const same = (part: 'rules' | 'exceptions') => JSON.stringify(was[part]) === JSON.stringify(is[part]);
  const parts = [
    was.is_on !== is.is_on && (is.is_on ? 'график включён' : 'график выключен'),
    !same('rules') && 'изменены часы недели',
    !same('exceptions') && 'изменены особые дни',
  ].filter((part) => part !== false);
  const text = parts.join(', ');
  return text === '' ? undefined : text.charAt(0).toUpperCase() + text.slice(1);
}
