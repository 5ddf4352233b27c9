import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayIn, type Day } from './day.ts';
import { dayStart, hourStart, wallClock, zoneOffset } from './zone.ts';

const ZONES = ['Europe/Samara', 'Europe/Moscow', 'Asia/Kolkata', 'America/New_York', 'Pacific/Chatham'];

test('the clocks of a zone', () => {
  const moment = new Date('2026-11-20T10:05:07.123Z');
  expect(wallClock('Europe/Samara', moment)).toBe('2026-11-20 14:05:07');
  expect(zoneOffset('Asia/Kolkata', moment.getTime())).toBe(5.5 * 3_600_000);
  expect(dayStart('2026-11-20' as Day, 'Europe/Samara')).toBe('2026-11-19T20:00:00.000Z');
  // Clocks go forward at two in the night, so the day begins by those of the winter and its noon comes by those of the summer.
  expect(dayStart('2026-03-08' as Day, 'America/New_York')).toBe('2026-03-08T05:00:00.000Z');
  expect(hourStart('2026-03-08' as Day, 12, 'America/New_York').toISOString()).toBe('2026-03-08T16:00:00.000Z');
});

test('a day begins on that day, and noon is shown as noon', () => {
  const moments = fc.integer({ min: Date.parse('2000-01-01'), max: Date.parse('2060-01-01') });
  fc.assert(
    fc.property(moments, fc.constantFrom(...ZONES), (moment, zone) => {
      const day = dayIn(zone, new Date(moment));
      const start = dayStart(day, zone);
      expect(Date.parse(start)).toBeLessThanOrEqual(moment);
      expect(wallClock(zone, Date.parse(start))).toBe(`${day} 00:00:00`);
      expect(wallClock(zone, hourStart(day, 12, zone))).toBe(`${day} 12:00:00`);
    }),
  );
});
