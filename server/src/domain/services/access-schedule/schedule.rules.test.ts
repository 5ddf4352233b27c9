import { expect, test } from 'vitest';
import { day } from '@kabinet/contract/kernel/day';
import { isOpenInWeek, minutesOf, type ExceptionDay, type Schedule } from '@kabinet/contract/kernel/schedule';
import { changeText, defaults, hoursProblems, standing } from './schedule.rules.ts';

const TODAY = day('2026-11-20');
const EACH_DAY = [1, 2, 3, 4, 5, 6, 7];

const slot = (from: string, to: string) =>
  hoursProblems({ rules: [{ days: [1], from, to }], exceptions: [] }, TODAY).map(({ message }) => message);

const closed = (on: string): ExceptionDay => ({ day: day(on), hours: [] });
const special = (...exceptions: ExceptionDay[]) => hoursProblems({ rules: [], exceptions }, TODAY);

test('hours begin and end at a whole hour', () => {
  expect(slot('07:00', '21:00')).toEqual([]);
  expect(slot('07:30', '21:00')).toEqual(['Часы должны начинаться и заканчиваться ровно в начале часа']);
  expect(slot('07:00', '21:59')).toEqual(['Часы должны начинаться и заканчиваться ровно в начале часа']);
});

test('a slot is not empty: it may last the whole day or cross midnight', () => {
  expect(slot('00:00', '24:00')).toEqual([]);
  expect(slot('20:00', '24:00')).toEqual([]);
  expect(slot('20:00', '00:00')).toEqual([]);
  expect(slot('22:00', '02:00')).toEqual([]);
  for (const at of ['00:00', '01:00', '09:00']) {
    expect(slot(at, at)).toEqual(['Часы: конец должен отличаться от начала']);
  }
});

test('the hours of a special day obey the same rules, and a problem names its place', () => {
  const late = {
    day: TODAY,
    hours: [
      { from: '10:00', to: '12:00' },
      { from: '13:00', to: '13:00' },
    ],
  };
  expect(special(closed('2026-12-31'), late)).toMatchObject([{ path: 'body.exceptions.1.hours.1' }]);
});

test('a special day is at most a year ahead and stands once', () => {
  expect(special(closed('2027-11-21'))).toEqual([]);
  expect(special(closed('2027-11-22'))).toEqual([
    { path: 'body.exceptions.0.day', message: 'Особый день: не дальше года вперёд' },
  ]);
  expect(special(closed('2026-12-31'), closed('2027-01-01'))).toEqual([]);
  expect(special(closed('2026-12-31'), closed('2026-12-31'))).toMatchObject([
    { path: 'body.exceptions.0.day', message: 'Этот день уже есть в списке' },
    { path: 'body.exceptions.1.day' },
  ]);
});

test('yesterday stands, because its night may last into today; the days are in order', () => {
  const kept = standing(['2026-11-25', '2026-11-18', '2026-11-19', '2026-11-22'].map(closed), TODAY);
  expect(kept.map((exception) => exception.day)).toEqual(['2026-11-19', '2026-11-22', '2026-11-25']);
});

/** The open hours of a day of a ready-made week, by the hour. */
const openHours = (key: string, weekday: number): number[] => {
  const { rules } = defaults.weeks.find((week) => week.key === key)!;
  return Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => isOpenInWeek(rules, weekday, hour * 60));
};
const hours = (from: number, until: number) => Array.from({ length: until - from }, (_, index) => from + index);

test.each<[string, number[], number[]]>([
  ['school', [1, 2, 3, 4], [...hours(7, 9), ...hours(14, 21)]],
  ['school', [5], [...hours(7, 9), ...hours(14, 22)]],
  ['school', [6], hours(9, 22)],
  ['school', [7], hours(9, 21)],
  ['no_nights', EACH_DAY, hours(6, 23)],
  ['evenings', [1, 2, 3, 4, 5], hours(18, 23)],
  ['evenings', [6, 7], hours(9, 23)],
  ['office', [1, 2, 3, 4, 5], hours(8, 20)],
  ['office', [6, 7], []],
  ['weekend_nights', [1, 2, 3, 4], hours(7, 22)],
  ['weekend_nights', [5], hours(7, 24)],
  ['weekend_nights', [6], [0, 1, ...hours(7, 24)]],
  ['weekend_nights', [7], [0, 1, ...hours(7, 22)]],
])('the ready-made week «%s» opens on days %j what its text says', (key, days, open) => {
  for (const weekday of days) expect(openHours(key, weekday)).toEqual(open);
});

test('ready-made weeks can be stored as they are', () => {
  for (const { rules } of defaults.weeks) expect(hoursProblems({ rules, exceptions: [] }, TODAY)).toEqual([]);
});

test('limits: slots of an hour, a pause of twelve hours, a year of sixty special days, six signs of a password', () => {
  const { shortest_slot, longest_pause, pauses, most_exceptions, farthest_exception, shortest_password } = defaults;
  expect({ shortest_slot, longest_pause }).toEqual({ shortest_slot: 60, longest_pause: minutesOf('12:00') });
  expect({ most_exceptions, farthest_exception, shortest_password }).toEqual({
    most_exceptions: 60,
    farthest_exception: 366,
    shortest_password: 6,
  });
  expect(pauses).toEqual([30, 60, 120]);
});

test('the history tells what of a schedule has changed', () => {
  const was: Schedule = { is_on: false, rules: [], exceptions: [], paused_until: null };
  const rules = [{ days: [1], from: '07:00', to: '21:00' }];
  expect(changeText(was, was)).toBeUndefined();
  expect(changeText(was, { ...was, is_on: true })).toBe('График включён');
  expect(changeText({ ...was, is_on: true }, was)).toBe('График выключен');
  expect(changeText(was, { ...was, rules })).toBe('Изменены часы недели');
  expect(changeText(was, { ...was, is_on: true, rules, exceptions: [closed('2026-12-31')] })).toBe(
    'График включён, изменены часы недели, изменены особые дни',
  );
});
