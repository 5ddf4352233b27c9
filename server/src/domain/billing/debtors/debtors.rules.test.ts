import { describe, expect, test } from 'vitest';
import type { Day, Instant } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import {
  bandOf,
  bandTotals,
  debtorsAfter,
  debtorsFrom,
  owedBy,
  debtorPlace,
  type Debtor,
  type OwingAccount,
} from './debtors.rules.ts';

const AT = { today: '2026-11-20' as Day, zone: 'Europe/Samara' };
const account = (change: Partial<OwingAccount> = {}): OwingAccount => ({
  account_id: 1,
  contract_id: 1,
  kind: 'i',
  balance: kopecks(-100_00),
  credit_limit: kopecks(0),
  debt_since: null,
  owes_since: '2026-11-15T10:00:00Z' as Instant,
  ...change,
});

test.each([
  [0, 'week'],
  [7, 'week'],
  [8, 'month'],
  [30, 'month'],
  [31, 'quarter'],
  [90, 'quarter'],
  [91, 'older'],
])('a debt of %i days is of the band %s', (days, band) => expect(bandOf(days)).toBe(band));

const OFF = { debt_since: '2026-11-16T00:10:00Z' as Instant };

test.each([
  ['below zero, services work', {}, 0, 100_00],
  ['below zero within its limit, services work', { credit_limit: kopecks(500_00) }, 700_00, 100_00],
  ['off: what is due and what is below zero', OFF, 690_00, 790_00],
  ['off with money on it: what is missing', { ...OFF, balance: kopecks(118_60) }, 690_00, 571_40],
  ['off below zero within a limit: at least what is below zero', { ...OFF, credit_limit: kopecks(500_00) }, 0, 100_00],
  ['off, but it has enough', { ...OFF, balance: kopecks(700_00) }, 690_00, 0],
])('an account %s owes', (_, change, due, sum) => {
  expect(owedBy(account(change), kopecks(due)).sum).toBe(sum);
});

describe('a contract', () => {
  test('owes for both accounts, since the older debt', () => {
    const [debtor] = debtorsFrom(
      [account({ ...OFF, kind: 't', account_id: 2, owes_since: '2026-11-10T20:30:00Z' as Instant }), account()],
      () => kopecks(50_00),
      AT,
    );
    // 20:30 in Greenwich is the next day in Samara.
    expect(debtor).toMatchObject({
      sum: 250_00,
      since: '2026-11-11',
      days: 9,
      band: 'month',
      offSince: OFF.debt_since,
    });
    expect(debtor!.accounts).toMatchObject([
      { kind: 'i', sum: 100_00 },
      { kind: 't', sum: 150_00 },
    ]);
  });

  test('that owes nothing is no debtor', () => {
    expect(debtorsFrom([account({ balance: kopecks(0) })], () => kopecks(0), AT)).toEqual([]);
  });

  test('whose debt begins later today by its clock is of day 0', () => {
    const [debtor] = debtorsFrom([account({ owes_since: '2026-11-20T21:00:00Z' as Instant })], () => kopecks(0), AT);
    expect(debtor).toMatchObject({ days: 0, band: 'week' });
  });
});

const debtor = (contractId: number, sum: number, day: string): Debtor => ({
  contractId,
  sum: kopecks(sum),
  owesSince: `2026-${day}T00:00:00Z` as Instant,
  since: `2026-${day}` as Day,
  days: 1,
  band: sum > 100 ? 'older' : 'week',
  offSince: null,
  accounts: [],
});

const ALL = [debtor(1, 50, '11-01'), debtor(2, 50, '09-01'), debtor(3, 200, '10-01'), debtor(4, 900, '11-02')];

test.each([
  ['sum', [4, 3, 1, 2]],
  ['age', [2, 3, 1, 4]],
] as const)('pages by %s name each once, however small they are', (order, expected) => {
  const named: number[] = [];
  let after;
  for (;;) {
    const [next] = debtorsAfter(ALL, { order, after, most: 1 });
    if (!next) break;
    named.push(next.contractId);
    after = debtorPlace(next, order);
  }
  expect(named).toEqual(expected);
});

test('totals are by the age of the debt, empty ones, too', () => {
  expect(bandTotals(ALL)).toEqual([
    { band: 'week', count: 2, sum: 100 },
    { band: 'month', count: 0, sum: 0 },
    { band: 'quarter', count: 0, sum: 0 },
    { band: 'older', count: 2, sum: 1100 },
  ]);
});
