import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The clock as the page has it: other tests replace it. */
async function freshClock() {
  vi.resetModules();
  return import('./clock.ts');
}

const HOUR_MS = 3_600_000;
const NOW = Date.parse('2026-11-20T10:00:00Z');

beforeEach(() => void vi.useFakeTimers({ now: NOW + 26 * HOUR_MS }));
afterEach(() => void vi.resetModules());

test('goes by the device until the server has told its moment, then by the server', async () => {
  const clock = await freshClock();
  expect(clock.nowMs()).toBe(NOW + 26 * HOUR_MS);
  clock.hearMoment(NOW);
  vi.advanceTimersByTime(90_000);
  expect(clock.now().toISOString()).toBe('2026-11-20T10:01:30.000Z');
});

test('does not notice that the clock of the device is set while the page is open', async () => {
  const clock = await freshClock();
  clock.hearMoment(NOW);
  vi.setSystemTime(NOW - 40 * HOUR_MS);
  vi.advanceTimersByTime(1000);
  expect(clock.nowMs()).toBe(NOW + 1000);
  expect(clock.ofDevice(clock.deviceMs())).toBe(NOW + 1000);
});

test('is corrected, and says so, only if it is off by more than an answer may be late', async () => {
  const clock = await freshClock();
  const heard = vi.fn();
  addEventListener(clock.CORRECTED, heard);
  clock.hearMoment(NOW);
  expect(heard).toHaveBeenCalledTimes(1);
  clock.hearMoment(NOW - 2000);
  clock.hearMoment(NOW - 20_000, 18_000);
  clock.hearMoment(Number(null));
  clock.hearMoment(Number.NaN);
  expect([clock.nowMs(), heard.mock.calls.length]).toEqual([NOW, 1]);
  // The device has slept: the counter stood still.
  clock.hearMoment(NOW + 8 * HOUR_MS);
  expect([clock.nowMs(), heard.mock.calls.length]).toEqual([NOW + 8 * HOUR_MS, 2]);
  removeEventListener(clock.CORRECTED, heard);
});
