import { expect, test } from 'vitest';
import { callMomentOf } from './moment.rules.ts';

const epochOf = (moment: string): number => Date.parse(moment) / 1000;

test.each([
  ['Samara has no summer time', '2026-07-10 12:00:00', 'Europe/Samara', '1.1', '2026-07-10T08:00:00.000Z'],
  ['nor winter time', '2026-01-10 12:00:00', 'Europe/Samara', '1.1', '2026-01-10T08:00:00.000Z'],
  ['summer', '2026-07-10 12:00:00', 'Europe/Berlin', '1.1', '2026-07-10T10:00:00.000Z'],
  ['winter', '2026-01-10 12:00:00', 'Europe/Berlin', '1.1', '2026-01-10T11:00:00.000Z'],
  ['the day of the change, before it', '2026-10-25 01:30:00', 'Europe/Berlin', '1.1', '2026-10-24T23:30:00.000Z'],
  ['the day of the change, after it', '2026-10-25 03:30:00', 'Europe/Berlin', '1.1', '2026-10-25T02:30:00.000Z'],
  ['half an hour from UTC', '2026-07-10 12:00:00', 'Asia/Kolkata', '1.1', '2026-07-10T06:30:00.000Z'],
])('%s', (_, local, zone, uniqueid, moment) => {
  expect(callMomentOf(local, zone, uniqueid)).toEqual({ at: new Date(moment), isDoubtful: false });
});

test.each(['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'])(
  'a doubled hour is told apart by the uniqueid: %s',
  (moment) => {
    for (const before of ['', 'pbx-']) {
      const uniqueid = `${before}${epochOf(moment) - 3}.42`;
      expect(callMomentOf('2026-10-25 02:30:00', 'Europe/Berlin', uniqueid)).toEqual({
        at: new Date(moment),
        isDoubtful: false,
      });
    }
  },
);

test.each(['a42', '1000000000.1'])(
  'a doubled hour that nothing tells apart is doubtful, and taken as the first: %s',
  (uniqueid) => {
    const first = new Date('2026-10-25T00:30:00Z');
    expect(callMomentOf('2026-10-25 02:30:00', 'Europe/Berlin', uniqueid)).toEqual({ at: first, isDoubtful: true });
  },
);

test('a time that clocks have left out is none', () => {
  expect(callMomentOf('2026-03-29 02:30:00', 'Europe/Berlin', '1.1')).toBeUndefined();
});

test('a channel decides if it was created less than half an hour before its record', () => {
  const second = new Date('2026-10-25T01:30:00Z');
  const of = (before: number) =>
    callMomentOf('2026-10-25 02:30:00', 'Europe/Berlin', `${epochOf('2026-10-25T01:30:00Z') - before}.42`);
  expect(of(1799)).toEqual({ at: second, isDoubtful: false });
  expect(of(1800)?.isDoubtful).toBe(true);
});
