import { beforeEach, expect, it, vi } from 'vitest';
import { at, json, requests } from '../../../test/stub.ts';
import { watchBalance } from './watch-balance.ts';

const ACCOUNT = '/api/v2/internet-account';
const asked = () => requests().filter(({ path }) => path === ACCOUNT).length;
const BEFORE = { i: '100.00' };
const never = new AbortController().signal;

beforeEach(() => {
  vi.useFakeTimers();
  at('GET', '/api/v2/telephone', () => json([]));
});

function answer(balances: readonly string[]): void {
  let turn = 0;
  at('GET', ACCOUNT, () => json({ balance: balances[Math.min(turn++, balances.length - 1)] }));
}

it('polls at once and every 20 s until the balance differs', async () => {
  answer(['100.00', '100.00', '629.00']);
  const done = watchBalance(BEFORE, never);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked()).toBe(1);
  await vi.advanceTimersByTimeAsync(19_000);
  expect(asked()).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
  await expect(done).resolves.toEqual({ i: '629.00' });
  expect(asked()).toBe(3);
});

it('ends after ten responses', async () => {
  answer(['100.00']);
  const done = watchBalance(BEFORE, never);
  await vi.advanceTimersByTimeAsync(400_000);
  await expect(done).resolves.toEqual(BEFORE);
  expect(asked()).toBe(10);
});

it('does not count an attempt without a response', async () => {
  at('GET', ACCOUNT, () => Promise.reject(new TypeError('Failed to fetch')));
  const done = watchBalance(BEFORE, never);
  await vi.advanceTimersByTimeAsync(300_000);
  answer(['100.00', '200.00']);
  await vi.advanceTimersByTimeAsync(40_000);
  await expect(done).resolves.toEqual({ i: '200.00' });
});

it('stops when the signal aborts', async () => {
  answer(['100.00']);
  const stop = new AbortController();
  const done = watchBalance(BEFORE, stop.signal);
  await vi.advanceTimersByTimeAsync(0);
  stop.abort(new Error('over'));
  await expect(done).rejects.toThrow('over');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked()).toBe(1);
});
