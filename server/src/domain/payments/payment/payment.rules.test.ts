import fc from 'fast-check';
import { expect, test } from 'vitest';
import { kopecks } from '@kabinet/contract/kernel/money';
import {
  AWAITED_MS,
  MOST_ALIVE,
  nextLook,
  outcomeOf,
  payableSum,
  QR_LIFE_MS,
  totalOf,
  type NotificationOutcome,
  type PaymentState,
} from './payment.rules.ts';

const amount = kopecks(629_00);

test('a payment of an unknown QR waits for a person', () => {
  expect(outcomeOf(undefined, { status: 'paid', amount })).toBe('mismatch');
});

test.each(['rejected', 'expired', 'noted'] as const)('of an unknown QR that is %s no money has come', (status) => {
  expect(outcomeOf(undefined, { status, amount })).toBe('ignored');
});

/** Possible events of one QR, in any number and order. */
const event = fc.record({
  status: fc.constantFrom('paid' as const, 'rejected' as const, 'expired' as const),
  amount: fc.constantFrom(amount, kopecks(628_99)),
});

function endOf(events: readonly Parameters<typeof outcomeOf>[1][]) {
  let state: PaymentState = 'pending';
  const outcomes: NotificationOutcome[] = [];
  for (const told of events) {
    const outcome = outcomeOf({ state, amount }, told);
    outcomes.push(outcome);
    if (outcome === 'credited') state = 'paid';
    if (outcome === 'rejected' || outcome === 'expired') state = outcome;
  }
  const count = (wanted: NotificationOutcome) => outcomes.filter((outcome) => outcome === wanted).length;
  return { state, credited: count('credited'), surplus: count('surplus'), mismatch: count('mismatch') };
}

test('all orders of the same events end alike, and credit at most once', () => {
  const shuffled = fc
    .array(event, { maxLength: 7 })
    .chain((events) =>
      fc.tuple(
        fc.constant(events),
        fc.shuffledSubarray(events, { minLength: events.length, maxLength: events.length }),
      ),
    );
  fc.assert(
    fc.property(shuffled, ([events, others]) => {
      expect(endOf(others)).toEqual(endOf(events));
      expect(endOf(events).credited).toBe(
        events.some((told) => told.status === 'paid' && told.amount === amount) ? 1 : 0,
      );
    }),
  );
});

test('the bank is asked after 10 s, then less and less often, at the end, and a little later', () => {
  const created = new Date('2026-11-20T10:00:00Z');
  const end = new Date(created.getTime() + QR_LIFE_MS);
  const looks: number[] = [];
  for (let at: Date | undefined = created; at; at = nextLook(at, created, end)) {
    looks.push((at.getTime() - created.getTime()) / 1000);
  }
  expect(looks.slice(0, 5)).toEqual([0, 10, 20, 30, 40]);
  expect(looks).toContain(QR_LIFE_MS / 1000);
  expect(looks.at(-1)).toBeGreaterThan(QR_LIFE_MS / 1000);
  expect(looks.length).toBeLessThan(20);
  const pauses = looks.slice(1).map((look, index) => look - (looks[index] ?? 0));
  expect(Math.max(...pauses)).toBeLessThanOrEqual(300);
});

test('a code can be paid for fifteen minutes, a payment is awaited for ten more; ten codes live at a time', () => {
  expect([QR_LIFE_MS, AWAITED_MS, MOST_ALIVE]).toEqual([15 * 60_000, 25 * 60_000, 10]);
});

test.each<[PaymentState, NotificationOutcome, NotificationOutcome, NotificationOutcome]>([
  ['created', 'credited', 'rejected', 'expired'],
  ['pending', 'credited', 'rejected', 'expired'],
  ['expired', 'credited', 'rejected', 'ignored'],
  ['rejected', 'credited', 'ignored', 'ignored'],
  ['paid', 'surplus', 'ignored', 'ignored'],
  ['refunded', 'surplus', 'ignored', 'ignored'],
])('a payment that is «%s» is %s, %s or %s by what the bank tells', (state, paid, rejected, expired) => {
  const outcome = (status: 'paid' | 'rejected' | 'expired' | 'noted') =>
    outcomeOf({ state, amount }, { status, amount });
  expect([outcome('paid'), outcome('rejected'), outcome('expired')]).toEqual([paid, rejected, expired]);
  expect(outcome('noted')).toBe('ignored');
  expect(outcomeOf(undefined, { status: 'noted', amount })).toBe('ignored');
});

test('a sum to pay has whole roubles within the limits', () => {
  const limits = { smallest: kopecks(10_00), largest: kopecks(1000_00) };
  const sums = [0, 10_00, 10_01, 500_00, 500_01, 999_99, 1000_00, 1000_01].map((exact) => payableSum(exact, limits));
  expect(sums).toEqual([10_00, 10_00, 11_00, 500_00, 501_00, 1000_00, 1000_00, 1000_00]);
});

test('the bank takes the sum for both accounts', () => {
  const [first, other] = [100_00, 50_00].map((sum, index) => ({ accountId: index, amount: kopecks(sum) }));
  expect(totalOf([first!])).toBe(100_00);
  expect(totalOf([first!, other])).toBe(150_00);
});

test('the bank is asked after a third of the age, from ten seconds to five minutes, until ten minutes after the end', () => {
  const created = new Date('2026-11-20T10:00:00Z');
  const end = new Date(created.getTime() + QR_LIFE_MS);
  const next = (seconds: number) => {
    const look = nextLook(new Date(created.getTime() + seconds * 1000), created, end);
    return look && (look.getTime() - created.getTime()) / 1000;
  };
  expect([0, 30, 60, 600].map(next)).toEqual([10, 40, 80, 800]);
  expect([720, 899].map(next)).toEqual([900, 900]);
  expect([900, 1000].map(next)).toEqual([1200, 1300]);
  expect([1200, 1201].map(next)).toEqual([1500, undefined]);
});
