import { expect, test } from 'vitest';
import { day, instant } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { feeIn, type Situation } from '#server/domain/services/service/situation.rules.ts';
import { changeableFrom, isChangeable, monthlyPrice, undoEnd, whyNotChangeable, whyNotOption } from './plan.rules.ts';

const SAMARA = 'Europe/Samara';
const TODAY = day('2026-11-20');
const SITUATIONS = Object.keys(feeIn) as Situation[];

/** Situations in which a service waits for its provider, for its technician or for its client's return. */
const STILL = ['connecting', 'paused', 'closed', 'abuse', 'operator'];

const why = (own: Partial<Parameters<typeof whyNotChangeable>[0]> = {}) =>
  whyNotChangeable({ situation: 'active', today: TODAY, changedOn: null, daysBetween: 1, ...own });

test('a change can be taken back for ten minutes, but not past midnight', () => {
  const made = instant(new Date('2026-11-20T09:00:00Z'));
  expect(undoEnd(made, SAMARA)).toEqual(new Date('2026-11-20T09:10:00Z'));
  // 23:50 and 23:51 in Samara.
  expect(undoEnd(instant(new Date('2026-11-20T19:50:00Z')), SAMARA)).toEqual(new Date('2026-11-20T20:00:00Z'));
  expect(undoEnd(instant(new Date('2026-11-20T19:51:00Z')), SAMARA)).toEqual(new Date('2026-11-20T20:00:00Z'));
});

test('plans are compared by thirty days', () => {
  expect(monthlyPrice({ price: kopecks(19_00), unit: 'day' })).toBe(570_00);
  expect(monthlyPrice({ price: kopecks(550_00), unit: 'month' })).toBe(550_00);
});

test('a plan changes while its service works or can be restored by its client', () => {
  expect(SITUATIONS.filter((situation) => why({ situation }) !== null)).toEqual(STILL);
  expect(SITUATIONS.filter((situation) => !isChangeable(situation))).toEqual(STILL);
});

test('what the operator has planned is not replaced', () => {
  expect(why({ isPlannedByUs: true })?.text).toMatch(/поможет поддержка/);
  expect(why({ isPlannedByUs: true })?.possibleFrom).toBeNull();
});

test('a plan changes again when the days between have passed', () => {
  expect(why({ changedOn: day('2026-11-06'), daysBetween: 14 })).toBeNull();
  expect(why({ changedOn: day('2026-11-07'), daysBetween: 14 })).toMatchObject({ possibleFrom: '2026-11-21' });
});

test('at least one day lies between two changes', () => {
  expect(changeableFrom(TODAY, 0)).toBe('2026-11-21');
  expect(changeableFrom(TODAY, 1)).toBe('2026-11-21');
  expect(changeableFrom(TODAY, 2)).toBe('2026-11-22');
  expect(why({ changedOn: TODAY, daysBetween: 0 })).toMatchObject({ possibleFrom: '2026-11-21' });
  expect(why({ begunOn: TODAY })).toMatchObject({ possibleFrom: '2026-11-21' });
  expect(why({ changedOn: day('2026-11-10'), begunOn: TODAY, daysBetween: 14 })).toMatchObject({
    possibleFrom: '2026-11-24',
  });
});

test('an option that a service has can be ended or kept until the service is closed', () => {
  expect(SITUATIONS.filter((situation) => whyNotOption({ situation }, true) !== null)).toEqual(['closed']);
  expect(SITUATIONS.filter((situation) => whyNotOption({ situation }, false) !== null)).toEqual(STILL);
});
