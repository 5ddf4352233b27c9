import { expect, test } from 'vitest';
import { account, charge } from '../../../test/home-world.ts';
import { aheadOf } from './ahead.ts';

const TODAY = '2026-11-20';

test('charges of both accounts stand by day', () => {
  const internet = account({
    balance: '1234.50',
    upcoming: [charge('2026-12-01', '900.00', '334.50'), charge('2027-01-01', '900.00', '-565.50', '565.50')],
  });
  const telephone = account({ kind: 't', balance: '412.80', upcoming: [charge('2026-12-15', '250.00', '162.80')] });
  expect(aheadOf([internet, telephone], TODAY).map(({ what, p, day }) => [what, p, day])).toEqual([
    ['charge', 'i', '2026-12-01'],
    ['charge', 't', '2026-12-15'],
    ['charge', 'i', '2027-01-01'],
  ]);
});

test('what is charged by the day between two charges is one line', () => {
  const daily = account({
    balance: '110.00',
    upcoming: [charge('2026-11-21', '20.00', '90.00'), charge('2026-11-26', '20.00', '-10.00', '10.00')],
  });
  expect(aheadOf([daily], TODAY)).toMatchObject([
    { what: 'charge', day: '2026-11-21' },
    { what: 'daily', day: '2026-11-22', until: '2026-11-25', days: 4, amount: '80.00', balanceAfter: '10.00' },
    { what: 'charge', day: '2026-11-26' },
  ]);
});

test('a promised payment ends after what is charged on its last day', () => {
  const promised = account({
    balance: '-100.00',
    promise_last_day: '2026-11-23',
    upcoming: [charge('2026-11-23', '50.00', '-150.00')],
  });
  expect(aheadOf([promised], TODAY).map(({ what, day }) => [what, day])).toEqual([
    ['charge', '2026-11-23'],
    ['promise', '2026-11-23'],
  ]);
});

test('nothing lies ahead of what is switched off', () => {
  expect(aheadOf([account({ blocked: true })], TODAY)).toEqual([]);
});
