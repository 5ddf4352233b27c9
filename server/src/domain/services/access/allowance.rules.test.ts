import { expect, test } from 'vitest';
import { allowanceLeftOf, PASSWORD_TRIES, UNLOCKS } from './allowance.rules.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const MINUTE = 60_000;
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * MINUTE);
const ahead = (minutes: number) => ago(-minutes);

const thrice = { times: 3, within: 60 * MINUTE };

test('unlocking is allowed thrice an hour, a password five times in fifteen minutes', () => {
  expect(UNLOCKS).toEqual({ times: 3, within: 60 * MINUTE });
  expect(PASSWORD_TRIES).toEqual({ times: 5, within: 15 * MINUTE });
});

test('each use within the time counts', () => {
  expect(allowanceLeftOf(thrice, [], NOW)).toEqual({ left: 3, from: null });
  expect(allowanceLeftOf(thrice, [ago(59), ago(1)], NOW)).toEqual({ left: 1, from: null });
});

test('a used up allowance names the moment at which the oldest use that matters no longer counts', () => {
  expect(allowanceLeftOf(thrice, [ago(10), ago(50), ago(30)], NOW)).toEqual({ left: 0, from: ahead(10) });
  // A fourth use, made when more were allowed: the third last decides.
  expect(allowanceLeftOf(thrice, [ago(55), ago(10), ago(50), ago(30)], NOW)).toEqual({ left: 0, from: ahead(10) });
});

test('a use counts no longer when its time has passed to the millisecond', () => {
  const within = new Date(ago(60).getTime() + 1);
  expect(allowanceLeftOf(thrice, [ago(60), ago(30), ago(10)], NOW)).toEqual({ left: 1, from: null });
  expect(allowanceLeftOf(thrice, [within, ago(30), ago(10)], NOW)).toMatchObject({ left: 0 });
});
