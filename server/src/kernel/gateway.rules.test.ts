import { expect, test } from 'vitest';
import { HOLD_MS, probeAfter } from './gateway.rules.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const pause = (failures: number) => {
  const next = probeAfter(failures, NOW);
  return next && next.getTime() - NOW.getTime();
};

test('a gateway is trusted for four failures in a row; then its pauses double up to a minute', () => {
  expect([0, 4].map(pause)).toEqual([undefined, undefined]);
  expect([5, 6, 7, 8, 100].map(pause)).toEqual([15_000, 30_000, 60_000, 60_000, 60_000]);
});

test('messages wait five minutes for the result of a probe', () => {
  expect(HOLD_MS).toBe(5 * 60_000);
});
