import { describe, expect, test } from 'vitest';
import { day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import { concerned } from './concerned.ts';

type Row = Parameters<typeof concerned>[0][number];

const step = (from: string, amount: number) => ({ from: day(from), amount: kopecks(amount) });
const row = (own: Partial<Row> = {}): Row => ({
  what: '17:plan',
  userId: 17,
  soldKind: 'plan',
  soldId: 3,
  situation: 'active',
  returnsOn: null,
  kind: 'internet',
  programId: null,
  name: 'Волга 300',
  amount: kopecks(550_00),
  unit: 'month',
  from: null,
  until: null,
  promo: null,
  promoUntil: null,
  charged: null,
  steps: [step('2027-01-01', 690_00)],
  ...own,
});
const change = (rows: Row[], from = '2026-12-15', kind: 'plan' | 'option' | 'program' = 'plan') =>
  concerned(rows, { kind, id: 3 }, { from: day(from) });

describe('a planned price concerns a contract', () => {
  test('from the first day on which it pays it', () => {
    expect(change([row()])).toMatchObject({ from: '2027-01-01', was: 550_00, will: 690_00, count: 1 });
    expect(change([row()], '2027-01-01')).toMatchObject({ from: '2027-01-01' });
    expect(change([row()], '2027-01-02')).toBeUndefined();
  });

  test('that pays for the thing itself', () => {
    expect(change([row({ soldId: 4 })])).toBeUndefined();
    expect(change([row({ soldKind: 'option' })])).toBeUndefined();
    expect(change([row({ steps: [] }), row()])).toMatchObject({ count: 1 });
    expect(change([])).toBeUndefined();
  });

  test('with the price before it, which may be planned, too', () => {
    const steps = [step('2027-01-01', 600_00), step('2027-03-01', 690_00)];
    expect(change([row({ steps })], '2027-02-10')).toMatchObject({ from: '2027-03-01', was: 600_00, will: 690_00 });
  });

  test('once for each service, from the earliest of their days', () => {
    const other = row({ what: '18:plan', userId: 18, steps: [step('2026-12-20', 690_00)] });
    expect(change([row(), row(), other])).toMatchObject({ from: '2026-12-20', count: 2, screen: '/internet/18#plans' });
  });
});

test.each<[string, boolean, Row[], 'plan' | 'option' | 'program']>([
  ['/internet/17#plans', true, [row()], 'plan'],
  ['/mail/17', false, [row({ kind: 'mail' })], 'plan'],
  ['/telephone/78482001234', false, [row({ kind: 'telephone', userId: null, phoneNumber: '78482001234' })], 'plan'],
  ['/internet/17', true, [row({ kind: null, soldKind: 'option' }), row({ soldId: 9 })], 'option'],
  ['/', true, [row({ kind: null, soldKind: 'program', userId: null })], 'program'],
  ['/', true, [row({ userId: 18, soldId: 9 }), row({ kind: null, soldKind: 'program' })], 'program'],
])('something else is chosen at %s, by the client himself: %s', (screen, isOwnChoice, rows, kind) => {
  expect(change(rows, '2026-12-15', kind)).toMatchObject({ screen, isOwnChoice });
});
