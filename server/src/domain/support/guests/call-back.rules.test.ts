import { expect, test } from 'vitest';
import { callTimes, OF_NUMBER } from './call-back.rules.ts';
import { requestAddress } from './guest.rules.ts';

const SAMARA = 'Europe/Samara';

/** The spans at a wall clock of Samara, UTC+4, as «20 09-12»; «now» for the span that begins at once. */
const times = (clock: string, until = 20) => {
  const now = new Date(`2026-11-${clock}+04:00`);
  const hour = (moment: Date) =>
    new Date(moment.getTime() + 4 * 3_600_000).toISOString().slice(8, 13).replace('T', ' ');
  return callTimes({ from: 9, until }, now, SAMARA).map(({ from, to }) =>
    from.getTime() === now.getTime()
      ? `now ${(to.getTime() - from.getTime()) / 60_000}`
      : `${hour(from)}-${hour(to).slice(3)}`,
  );
};
const TOMORROW = ['21 09-12', '21 12-15', '21 15-18', '21 18-20'];

test('a number is given once in ten minutes', () => {
  expect(OF_NUMBER).toEqual({ times: 1, within: 600_000 });
});

test('we call back at once while we are at work, or in a window of three hours that has not begun', () => {
  expect(times('20T10:00')).toEqual(['now 30', '20 12-15', '20 15-18', '20 18-20', ...TOMORROW]);
  expect(times('20T12:00')).toEqual(['now 30', '20 15-18', '20 18-20', ...TOMORROW]);
  expect(times('20T10:00', 15)).toEqual(['now 30', '20 12-15', '21 09-12', '21 12-15']);
});

test('at once means from the first minute of work up to half an hour before its end', () => {
  expect(times('20T08:59')[0]).toBe('20 09-12');
  expect(times('20T09:00')[0]).toBe('now 30');
  expect(times('20T19:30')).toEqual(['now 30', ...TOMORROW]);
  expect(times('20T19:31')).toEqual(TOMORROW);
});

test('an address names the flat if there is one', () => {
  const house = { town: 'Тольятти', street: 'Юбилейная', house: '33' };
  expect(requestAddress({ ...house, flat: '12' })).toBe('Тольятти, Юбилейная, 33, кв. 12');
  expect(requestAddress({ ...house, flat: null })).toBe('Тольятти, Юбилейная, 33');
});
