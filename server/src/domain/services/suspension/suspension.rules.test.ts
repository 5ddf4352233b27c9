import { describe, expect, test } from 'vitest';
import { day, type Day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { feeIn, type Situation } from '../service/situation.rules.ts';
import {
  countedDays,
  faultOf,
  isSuspendable,
  notesOf,
  paidSpans,
  possibleOf,
  whyNotReturn,
  yearOf,
  type AgreedSuspension,
  type SuspensionRefusal,
  type SuspensionSettings,
  type SuspensionStanding,
} from './suspension.rules.ts';

const TODAY = day('2026-11-20');
const SETTINGS: SuspensionSettings = {
  shortest_days: 7,
  longest_days: 90,
  free_days_a_year: 30,
  day_price: kopecks(500),
  start_price: kopecks(0),
  days_between: 30,
  days_ahead: 60,
  early_return: { price: kopecks(0) },
};

const span = (from: string, until: string) => ({ from: day(from), until: day(until) });
const agreed = (own: Partial<AgreedSuspension> = {}): AgreedSuspension => ({
  ...span('2026-11-20', '2026-12-20'),
  paid: [],
  day_price: kopecks(500),
  start_price: kopecks(0),
  early_return: null,
  ...own,
});
const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ') ?? null;

describe('the paid days', () => {
  const free = (days: number) => () => days;

  test('are those after the free ones; the day of return is not one of them', () => {
    expect(paidSpans(span('2026-11-20', '2026-12-20'), free(0))).toEqual([span('2026-11-20', '2026-12-20')]);
    expect(paidSpans(span('2026-11-20', '2026-12-20'), free(29))).toEqual([span('2026-12-19', '2026-12-20')]);
    expect(paidSpans(span('2026-11-20', '2026-12-20'), free(30))).toEqual([]);
  });

  test('are counted in each year by its own free days', () => {
    const left = new Map([
      [2026, 5],
      [2027, 3],
    ]);
    expect(paidSpans(span('2026-12-20', '2027-01-10'), (year) => left.get(year)!)).toEqual([
      span('2026-12-25', '2027-01-01'),
      span('2027-01-04', '2027-01-10'),
    ]);
  });

  test('of a return at New Year are those of the old year', () => {
    const asked: number[] = [];
    const left = (year: number) => (asked.push(year), 0);
    expect(paidSpans(span('2026-12-20', '2027-01-01'), left)).toEqual([span('2026-12-20', '2027-01-01')]);
    expect(asked).toEqual([2026]);
  });

  test('cost their price each', () => {
    const paid = [span('2026-12-25', '2027-01-01'), span('2027-01-04', '2027-01-10')];
    expect(countedDays(agreed({ ...span('2026-12-20', '2027-01-10'), paid }))).toEqual({
      days: 21,
      paid_days: 13,
      free_days: 8,
      days_cost: 65_00,
    });
  });
});

test('the year of a day', () => {
  expect(yearOf(TODAY)).toBe(2026);
});

const standing = (own: Partial<SuspensionStanding> = {}): SuspensionStanding => ({
  settings: SETTINGS,
  situation: 'active',
  inDebt: false,
  today: TODAY,
  current: undefined,
  lastUntil: null,
  ...own,
});
const possible = (own: Partial<SuspensionStanding>) => possibleOf(standing(own));

describe('a suspension is possible', () => {
  test('from today up to the farthest day of the settings', () => {
    expect(possible({})).toEqual({ earliest: TODAY, latest: '2027-01-19' });
  });

  test('only if the provider suspends at all', () => {
    expect(possible({ settings: undefined })).toEqual({ reason: 'Провайдер не приостанавливает услуги', from: null });
  });

  test.each(Object.keys(feeIn) as Situation[])('or not, if the service is «%s»', (situation) => {
    const worksOrUnlocks = ['active', 'schedule', 'login_locked', 'session_stuck', 'binding_stale'];
    const may = worksOrUnlocks.includes(situation);
    expect(isSuspendable(situation)).toBe(may);
    expect('earliest' in possible({ situation })).toBe(may);
  });

  test('not in debt, nor twice at a time', () => {
    const reason = (own: Partial<SuspensionStanding>) => plain((possible(own) as SuspensionRefusal).reason);
    expect(reason({ inDebt: true })).toMatch(/не хватает денег/);
    expect(reason({ situation: 'debt' })).toMatch(/не хватает денег/);
    const dates = span('2026-12-01', '2026-12-15');
    expect(reason({ current: { ...dates, state: 'active' } })).toBe('Услуга уже на паузе');
    expect(reason({ current: { ...dates, state: 'planned' } })).toBe('Пауза уже назначена на 1 декабря');
  });

  test('again when the days between have passed since the last return', () => {
    expect(possible({ lastUntil: day('2026-10-21') })).toMatchObject({ earliest: '2026-11-20' });
    expect(possible({ lastUntil: day('2026-10-22') })).toMatchObject({ earliest: '2026-11-21' });
    expect(possible({ lastUntil: day('2026-01-01') })).toMatchObject({ earliest: TODAY });
  });

  test('or not yet, if that is later than one may plan', () => {
    expect(possible({ lastUntil: day('2026-12-20') })).toEqual({ earliest: '2027-01-19', latest: '2027-01-19' });
    expect(possible({ lastUntil: day('2026-12-21') })).toMatchObject({ from: '2027-01-20' });
  });
});

describe('the chosen days', () => {
  const start = { earliest: day('2026-11-22'), latest: day('2027-01-19') };
  const fault = (from: string, until: string, of = start) => plain(faultOf(span(from, until), of, SETTINGS, TODAY));

  test('begin within the possible days', () => {
    expect(fault('2026-11-22', '2026-12-22')).toBeNull();
    expect(fault('2027-01-19', '2027-02-19')).toBeNull();
    expect(fault('2026-11-21', '2026-12-22')).toMatch(/Приостановить можно с 22 ноября/);
    expect(fault('2026-11-20', '2026-12-22')).toMatch(/Приостановить можно с 22 ноября/);
    expect(fault('2026-11-19', '2026-12-22')).toMatch(/уже прошёл/);
    expect(fault('2027-01-20', '2027-02-22')).toBe('Начать можно не позже 19 января 2027');
    expect(fault('2026-11-21', '2026-12-22', { earliest: TODAY, latest: TODAY })).toBe(
      'Приостановить можно только с сегодняшнего дня',
    );
  });

  test('are as many as the settings allow', () => {
    expect(fault('2026-12-01', '2026-12-08')).toBeNull();
    expect(fault('2026-12-01', '2026-12-07')).toBe('Самый короткий срок — 7 дней');
    expect(fault('2026-12-01', '2027-03-01')).toBeNull();
    expect(fault('2026-12-01', '2027-03-02')).toBe('Самый долгий срок — 90 дней');
  });
});

test('a return before the agreed day needs the provider’s terms and no debt', () => {
  const why = (own: Partial<AgreedSuspension>, inDebt = false) =>
    plain(whyNotReturn(agreed(own), { inDebt, today: TODAY }));
  expect(why({ early_return: { price: kopecks(0) } })).toBeNull();
  expect(why({ early_return: { price: kopecks(0) } }, true)).toMatch(/не хватает денег/);
  expect(why({ early_return: null })).toMatch(/заработает 20 декабря/);
});

describe('notes before a suspension', () => {
  const notes = (from: Day | undefined, paid: AgreedSuspension['paid'] = []) =>
    notesOf({
      agreed: agreed({ ...span('2026-12-01', '2026-12-20'), paid }),
      planned: from && { name: 'Волга 500', from },
      today: TODAY,
    }).map(plain);

  test('tell of a plan that changes between its first day and the return', () => {
    expect(notes(undefined)).toEqual([]);
    expect(notes(day('2026-11-30'))).toEqual([]);
    expect(notes(day('2026-12-01'))).toEqual([expect.stringMatching(/^1 декабря тариф сменится на «Волга 500»/)]);
    expect(notes(day('2026-12-20'))).toHaveLength(1);
    expect(notes(day('2026-12-21'))).toEqual([]);
  });

  test('tell what happens without money, if a day costs some', () => {
    const paid = [span('2026-12-19', '2026-12-20')];
    expect(notes(undefined, paid)).toEqual([expect.stringMatching(/денег на платный/)]);
    const cheap = agreed({ ...span('2026-12-01', '2026-12-20'), paid, day_price: kopecks(1) });
    expect(notesOf({ agreed: cheap, planned: undefined, today: TODAY })).toHaveLength(1);
  });
});
