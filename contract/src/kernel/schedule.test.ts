import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, day, instant, type Day, type Instant } from './day.ts';
import { stateAt, type Hours, type Schedule } from './schedule.ts';

const SAMARA = 'Europe/Samara';
const BERLIN = 'Europe/Berlin';

const schedule = (own: Partial<Schedule> = {}): Schedule => ({
  is_on: true,
  rules: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '07:00', to: '21:00' }],
  exceptions: [],
  paused_until: null,
  ...own,
});
const at = (text: string): Date => new Date(text);
const always = { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' };

test('uses the provider’s day, not the UTC day', () => {
  expect(stateAt(schedule(), at('2026-11-20T16:59:00Z'), SAMARA)).toEqual({
    open: true,
    by: 'week',
    nextChange: '2026-11-20T17:00:00.000Z',
  });
  expect(stateAt(schedule(), at('2026-11-20T17:00:00Z'), SAMARA)).toEqual({
    open: false,
    by: 'week',
    nextChange: '2026-11-21T03:00:00.000Z',
  });
});

test('continues Friday night into Saturday', () => {
  const night = schedule({ rules: [{ days: [5], from: '20:00', to: '02:00' }] });
  expect(stateAt(night, at('2026-11-20T20:30:00Z'), SAMARA)).toMatchObject({
    open: true,
    nextChange: '2026-11-20T22:00:00.000Z',
  });
  expect(stateAt(night, at('2026-11-20T22:00:00Z'), SAMARA)).toMatchObject({
    open: false,
    nextChange: '2026-11-27T16:00:00.000Z',
  });
});

test('continues Sunday night into Monday', () => {
  const night = schedule({ rules: [{ days: [7], from: '23:00', to: '01:00' }] });
  expect(stateAt(night, at('2026-11-22T20:30:00Z'), SAMARA)).toMatchObject({ open: true });
});

test('merges adjacent open days', () => {
  const rules = [
    { days: [5], from: '20:00', to: '24:00' },
    { days: [6], from: '00:00', to: '03:00' },
  ];
  expect(stateAt(schedule({ rules }), at('2026-11-20T17:00:00Z'), SAMARA).nextChange).toBe('2026-11-20T23:00:00.000Z');
});

test.each([
  ['open all week', [always], true],
  ['closed all week', [], false],
])('has no next change when the week never changes: %s', (_, rules, open) => {
  expect(stateAt(schedule({ rules }), at('2026-11-20T10:00:00Z'), SAMARA)).toMatchObject({ open, nextChange: null });
});

test('applies an exception day from midnight to midnight, and continues its own night', () => {
  const rules = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '20:00', to: '02:00' }];
  const closed = schedule({ rules, exceptions: [{ day: day('2026-11-21'), hours: [] }] });
  expect(stateAt(closed, at('2026-11-20T19:59:00Z'), SAMARA)).toMatchObject({
    open: true,
    nextChange: '2026-11-20T20:00:00.000Z',
  });
  expect(stateAt(closed, at('2026-11-20T20:00:00Z'), SAMARA)).toEqual({
    open: false,
    by: 'exception',
    nextChange: '2026-11-21T20:00:00.000Z',
  });
  const late = schedule({
    rules: [],
    exceptions: [{ day: day('2026-12-31'), hours: [{ from: '10:00', to: '03:00' }] }],
  });
  expect(stateAt(late, at('2026-12-31T22:59:00Z'), SAMARA)).toMatchObject({
    open: true,
    nextChange: '2026-12-31T23:00:00.000Z',
  });
});

test('finds a far exception as the next change of a week that never changes', () => {
  const exceptions = [{ day: day('2027-05-01'), hours: [] }];
  expect(stateAt(schedule({ rules: [always], exceptions }), at('2026-11-20T10:00:00Z'), SAMARA).nextChange).toBe(
    '2027-04-30T20:00:00.000Z',
  );
});

test('opens during a pause; closes at its end if the hours are closed then, otherwise with the rules', () => {
  const paused = (until: string) => schedule({ paused_until: until as Instant });
  expect(stateAt(paused('2026-11-20T18:00:00.000Z'), at('2026-11-20T17:30:00Z'), SAMARA)).toEqual({
    open: true,
    by: 'pause',
    nextChange: '2026-11-20T18:00:00.000Z',
  });
  expect(stateAt(paused('2026-11-20T16:00:00.000Z'), at('2026-11-20T15:30:00Z'), SAMARA).nextChange).toBe(
    '2026-11-20T17:00:00.000Z',
  );
  expect(stateAt(paused('2026-11-20T18:00:00.000Z'), at('2026-11-20T18:00:00Z'), SAMARA)).toMatchObject({
    open: false,
    by: 'week',
  });
});

test('closes nothing when it is off', () => {
  expect(stateAt(schedule({ is_on: false, rules: [] }), at('2026-11-20T17:30:00Z'), SAMARA)).toEqual({
    open: true,
    by: 'off',
    nextChange: null,
  });
});

test('does not give back the hour lost in spring', () => {
  // Berlin, 29 March 2026: 02:00 becomes 03:00 at 01:00 UTC.
  const rules = [{ days: [7], from: '02:00', to: '04:00' }];
  expect(stateAt(schedule({ rules }), at('2026-03-29T00:59:00Z'), BERLIN)).toMatchObject({
    open: false,
    nextChange: '2026-03-29T01:00:00.000Z',
  });
  expect(stateAt(schedule({ rules }), at('2026-03-29T01:00:00Z'), BERLIN)).toMatchObject({
    open: true,
    nextChange: '2026-03-29T02:00:00.000Z',
  });
});

test('a change of the clock itself opens and closes, when it jumps into hours or out of them', () => {
  // In spring 02:00 becomes 03:00 at 01:00 UTC, within these hours.
  const spring = schedule({ rules: [{ days: [7], from: '02:30', to: '04:00' }] });
  expect(stateAt(spring, at('2026-03-29T00:00:00Z'), BERLIN)).toMatchObject({
    open: false,
    nextChange: '2026-03-29T01:00:00.000Z',
  });
  // In autumn 03:00 becomes 02:00 at 01:00 UTC, out of these hours.
  const autumn = schedule({ rules: [{ days: [7], from: '02:45', to: '03:30' }] });
  const turns = [];
  for (let moment: string | null = '2026-10-24T22:00:00.000Z'; moment !== null && turns.length < 4;) {
    moment = stateAt(autumn, at(moment), BERLIN).nextChange;
    turns.push(moment);
  }
  expect(turns).toEqual([
    '2026-10-25T00:45:00.000Z',
    '2026-10-25T01:00:00.000Z',
    '2026-10-25T01:45:00.000Z',
    '2026-10-25T02:30:00.000Z',
  ]);
});

test('keeps the evening before a change of the clock in the far east', () => {
  // Auckland, 27 September 2026: 02:00 becomes 03:00 at 14:00 UTC of the day before.
  const evening = schedule({ rules: [{ days: [6], from: '23:30', to: '24:00' }] });
  expect(stateAt(evening, at('2026-09-26T10:00:00Z'), 'Pacific/Auckland')).toMatchObject({
    open: false,
    nextChange: '2026-09-26T11:30:00.000Z',
  });
});

test('finds a change of the week that the night of a last special day hides for a week', () => {
  const rules = [
    { ...always, days: [1, 2, 3, 4, 5, 7] },
    { days: [6], from: '00:00', to: '01:00' },
    { days: [6], from: '02:00', to: '24:00' },
  ];
  // Friday's own night lasts until three on Saturday, so it is the next Saturday that closes at one.
  const hours = [
    { from: '00:00', to: '24:00' },
    { from: '20:00', to: '03:00' },
  ];
  const one = schedule({ rules, exceptions: [{ day: day('2026-11-20'), hours }] });
  expect(stateAt(one, at('2026-11-20T08:00:00Z'), SAMARA)).toMatchObject({
    open: true,
    nextChange: '2026-11-27T21:00:00.000Z',
  });
});

test('ends the short day of spring at its own midnight', () => {
  const one = schedule({
    rules: [{ days: [1], from: '23:30', to: '24:00' }],
    exceptions: [{ day: day('2026-03-29'), hours: [{ from: '00:00', to: '24:00' }] }],
  });
  expect(stateAt(one, at('2026-03-28T23:00:00Z'), BERLIN)).toMatchObject({
    open: true,
    nextChange: '2026-03-29T22:00:00.000Z',
  });
});

test('counts the repeated hour of autumn twice', () => {
  // Berlin, 25 October 2026: 03:00 becomes 02:00 at 01:00 UTC.
  const rules = [{ days: [7], from: '02:00', to: '02:30' }];
  const turns = [];
  for (let moment: string | null = '2026-10-24T22:00:00.000Z'; moment !== null && turns.length < 4;) {
    moment = stateAt(schedule({ rules }), at(moment), BERLIN).nextChange;
    turns.push(moment);
  }
  expect(turns).toEqual([
    '2026-10-25T00:00:00.000Z',
    '2026-10-25T00:30:00.000Z',
    '2026-10-25T01:00:00.000Z',
    '2026-10-25T01:30:00.000Z',
  ]);
});

// The slow model: checks every minute separately, by the wall clock of Intl.
const write = (zone: string) => {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  return (ms: number) => clock.format(ms);
};
const clocks = { [SAMARA]: write(SAMARA), [BERLIN]: write(BERLIN) };

/** Wall-clock minutes that the hours of a day open, as a set of `YYYY-MM-DD HH:MM`. */
function* minutes(of: Day, { from, to }: Hours, all: (minute: string) => boolean): Generator<string> {
  const [start, end] = [from, to].map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) as [
    number,
    number,
  ];
  for (let minute = start; minute < (end < start ? end + 1440 : end); minute++) {
    const written = new Date(Date.parse(of) + minute * 60_000).toISOString().slice(0, 16).replace('T', ' ');
    if (all(written)) yield written;
  }
}

function openMinutes({ rules, exceptions }: Schedule, first: Day, days: number): Set<string> {
  const excepted = new Set<string>(exceptions.map(({ day: of }) => of));
  const open = new Set<string>();
  for (let index = -1; index <= days; index++) {
    const of = addDays(first, index);
    const weekday = ((new Date(of).getUTCDay() + 6) % 7) + 1;
    for (const rule of rules.filter((one) => one.days.includes(weekday))) {
      for (const minute of minutes(of, rule, (written) => !excepted.has(written.slice(0, 10)))) open.add(minute);
    }
    for (const { hours } of exceptions.filter((one) => one.day === of)) {
      for (const one of hours) for (const minute of minutes(of, one, () => true)) open.add(minute);
    }
  }
  return open;
}

const time = fc
  .integer({ min: 0, max: 47 })
  .map((half) => `${String(half >> 1).padStart(2, '0')}:${half % 2 ? '30' : '00'}`);
const hours = fc.record({ from: time, to: fc.oneof(time, fc.constant('24:00')) }).filter(({ from, to }) => from !== to);
const scenes = fc
  .record({
    zone: fc.constantFrom(SAMARA, BERLIN),
    // Days around both changes of the clock in Berlin.
    start: fc.constantFrom('2026-03-26', '2026-10-22').map(day),
    minute: fc.integer({ min: 0, max: 4 * 1440 }),
    rules: fc.array(fc.tuple(fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), hours), {
      maxLength: 4,
    }),
    exceptions: fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.array(hours, { maxLength: 2 })), {
      maxLength: 3,
      selector: ([index]) => index,
    }),
    pause: fc.option(fc.integer({ min: -60, max: 900 })),
  })
  .map(({ zone, start, minute, rules, exceptions, pause }) => {
    const moment = Date.parse(start) + minute * 60_000;
    return {
      zone: zone,
      start,
      moment,
      schedule: schedule({
        rules: rules.map(([days, one]) => ({ days, ...one })),
        exceptions: exceptions.map(([index, list]) => ({ day: addDays(start, index), hours: list })),
        paused_until: pause === null ? null : instant(new Date(moment + pause * 60_000)),
      }),
    };
  });

test('agrees with the slow model for every minute of eight days', () => {
  fc.assert(
    fc.property(scenes, ({ zone, start, moment, schedule: one }) => {
      const open = openMinutes(one, start, 16);
      const isOpen = (ms: number) =>
        (one.paused_until !== null && ms < Date.parse(one.paused_until)) || open.has(clocks[zone](ms));
      const { open: said, nextChange } = stateAt(one, new Date(moment), zone);
      expect(said).toBe(isOpen(moment));
      const end = moment + 8 * 86_400_000;
      let turn = moment;
      while (turn < end && isOpen(turn) === said) turn += 60_000;
      if (turn < end) expect(nextChange).toBe(instant(new Date(turn)));
      else expect(nextChange === null || Date.parse(nextChange) >= end).toBe(true);
    }),
    { numRuns: 60 },
  );
}, 60_000);
