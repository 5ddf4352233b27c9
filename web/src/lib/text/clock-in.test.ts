import { expect, test } from 'vitest';
import * as browser from './clock-in.ts';
import * as server from './clock-on-server.ts';

/** Zones a quarter, a half and whole hours ahead, and with changes of the clocks. */
const ZONES = ['Europe/Samara', 'Asia/Kathmandu', 'Asia/Kolkata', 'Europe/Berlin', 'Australia/Lord_Howe', 'UTC'];

test.for(ZONES)('a rendered page shows the time of %s as a browser does', (zone) => {
  const [ours, theirs] = [server.clockIn(zone), browser.clockIn(zone)];
  const begin = Date.UTC(2026, 0, 1);
  // Eleven minutes and some seconds apart, within the hours of both changes, and all over two years.
  const near = ['2026-03-29T00:00:00Z', '2026-10-25T00:00:00Z', '2026-04-04T14:00:00Z'].flatMap((moment) =>
    Array.from({ length: 40 }, (_, index) => Date.parse(moment) + index * 671_000),
  );
  const far = Array.from({ length: 400 }, (_, index) => begin + index * 157_000_011);
  for (const ms of [...near, ...far, -1]) expect(ours(new Date(ms))).toBe(theirs(new Date(ms)));
});

test('more moments than are kept', () => {
  const clock = server.clockIn('UTC');
  const texts = Array.from({ length: 6000 }, (_, index) => clock(new Date(index * 900_000)));
  expect(texts.slice(0, 2)).toEqual(['1970-01-01 00:00', '1970-01-01 00:15']);
  expect(clock(new Date(60_000))).toBe('1970-01-01 00:01');
});
