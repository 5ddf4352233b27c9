import { describe, expect, test } from 'vitest';
import { kopecks } from '@kabinet/contract/kernel/money';
import {
  nextRefundLook,
  refundParts,
  refundRefusal,
  type RefundablePayment,
  type ReturnablePart,
} from './refund.rules.ts';

const paid = (own: Partial<RefundablePayment> = {}): RefundablePayment => ({
  state: 'paid',
  refunds: 0,
  isOneOpen: false,
  mostRefunds: 2,
  ...own,
});
const part = (own: Partial<ReturnablePart> = {}): ReturnablePart => ({
  accountId: 1,
  kind: 'i',
  left: kopecks(1000_00),
  ...own,
});
const PHONE = part({ accountId: 2, kind: 't', left: kopecks(200_00) });

describe('whether anything can be refunded', () => {
  test('only of a paid payment, once at a time, a positive sum', () => {
    expect(refundRefusal(paid(), undefined)).toBeUndefined();
    expect(refundRefusal(paid(), kopecks(1))).toBeUndefined();
    expect(refundRefusal(paid(), kopecks(0))).toBe('Сумма возврата должна быть больше нуля');
    expect(refundRefusal(paid(), kopecks(-1))).toBe('Сумма возврата должна быть больше нуля');
    expect(refundRefusal(paid({ isOneOpen: true }), undefined)).toMatch(/ещё выполняет возврат/);
    expect(refundRefusal(paid({ state: 'refunded' }), undefined)).toBe('Платёж уже возвращён целиком');
    for (const state of ['created', 'pending', 'expired', 'rejected'] as const)
      expect(refundRefusal(paid({ state }), undefined)).toBe('Платёж не оплачен: возвращать нечего');
  });

  test('as often as the bank can tell refunds apart', () => {
    expect(refundRefusal(paid({ refunds: 1 }), undefined)).toBeUndefined();
    expect(refundRefusal(paid({ refunds: 2 }), undefined)).toMatch(/один возврат, и он уже был/);
  });
});

describe('from which account', () => {
  test('a whole refund takes from each its own part, and nothing from one that has none', () => {
    expect(refundParts([part(), PHONE], {})).toEqual([
      { accountId: 1, amount: 1000_00 },
      { accountId: 2, amount: 200_00 },
    ]);
    expect(refundParts([part(), PHONE], { amount: kopecks(1200_00) })).toHaveLength(2);
    expect(refundParts([part(), { ...PHONE, left: kopecks(1) }], {})).toHaveLength(2);
    expect(refundParts([part(), { ...PHONE, left: kopecks(0) }], {})).toEqual([{ accountId: 1, amount: 1000_00 }]);
  });

  test('a partial one from the only account, or from the named one', () => {
    expect(refundParts([part()], { amount: kopecks(1) })).toEqual([{ accountId: 1, amount: 1 }]);
    const named = { amount: kopecks(199_99), account: 't' } as const;
    expect(refundParts([part(), PHONE], named)).toEqual([{ accountId: 2, amount: 199_99 }]);
    expect(refundParts([part(), PHONE], { amount: kopecks(300_00) })).toMatch(/^Платёж был на два счёта/);
    expect(refundParts([part()], { account: 't' })).toBe('Платёж был на другой счёт');
    const returned = { ...PHONE, left: kopecks(0) };
    for (const amount of [undefined, kopecks(1)])
      expect(refundParts([part(), returned], { account: 't', amount })).toBe(
        'Часть этого счёта уже возвращена целиком',
      );
  });

  test('never more than is left, by a kopeck', () => {
    expect(refundParts([part()], { amount: kopecks(1000_00) })).toEqual([{ accountId: 1, amount: 1000_00 }]);
    expect(refundParts([part()], { amount: kopecks(1000_01) })).toMatch(/^Вернуть можно не больше 1\s000\s₽$/);
  });
});

test.each([
  [0, 10],
  [30, 10],
  [33, 11],
  [10_800, 3600],
  [1_000_000, 3600],
])('a refund of %i s is asked about again after %i s', (age, wait) => {
  const now = new Date('2026-11-20T10:00:00Z');
  const next = nextRefundLook(now, new Date(now.getTime() - age * 1000));
  expect(next.getTime() - now.getTime()).toBe(wait * 1000);
});
