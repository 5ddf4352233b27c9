import fc from 'fast-check';
import { expect, test } from 'vitest';
import { kopecks } from '@kabinet/contract/kernel/money';
import { nextLook, outcomeOf, QR_LIFE_MS, type NotificationOutcome, type PaymentState } from './payment.rules.ts';

const amount = kopecks(629_00);

test('a payment of an unknown QR waits for a person', () => {
  expect(outcomeOf(undefined, { status: 'paid', amount })).toBe('mismatch');
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
