import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';

export type PaymentState = 'created' | 'pending' | 'paid' | 'expired' | 'rejected' | 'refunded';
/** What became of a notification; surplus and mismatch wait for the operator. */
export type Outcome = 'credited' | 'rejected' | 'expired' | 'ignored' | 'surplus' | 'mismatch';

interface Asked {
  readonly state: PaymentState;
  readonly amount: Kopecks;
}
interface BankReport {
  readonly status: 'paid' | 'rejected' | 'expired' | 'noted';
  readonly amount: Kopecks;
}

/** The provider's limits of one payment, both ends allowed. */
export interface Limits {
  readonly smallest: Kopecks;
  readonly largest: Kopecks;
}

const ROUBLE = 100;

/** The sum as it can be paid at once: whole roubles within the limits. */
export const payableSum = (exact: number, { smallest, largest }: Limits): Kopecks =>
  kopecks(Math.min(Math.max(Math.ceil(exact / ROUBLE) * ROUBLE, smallest), largest));

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** Codes of one account that may be alive at once: a bank asks money for each, a person needs one. */
export const MOST_ALIVE = 10;

/** How long a QR may be paid. */
export const QR_LIFE_MS = 15 * MINUTE_MS;
/** How long after its end the bank is still asked whether it was paid in the last moment. */
const WATCHED_AFTER_MS = 10 * MINUTE_MS;
/** How long after its making a payment may still be paid or told as paid. */
export const AWAITED_MS = QR_LIFE_MS + WATCHED_AFTER_MS;

/**
 * Events come in any order, twice, or late: money that came outweighs everything, a refusal outweighs an expiry, so all
 * orders end alike. A second operation on a QR is somebody's money and no payment of ours: it is never credited.
 */
export function outcomeOf(payment: Asked | undefined, told: BankReport): Outcome {
  if (told.status === 'noted') return 'ignored';
  if (!payment) return 'mismatch';
  if (told.status === 'paid') return paidOutcome(payment, told);
  return outweighs(told.status, payment.state) ? told.status : 'ignored';
}

function paidOutcome(payment: Asked, told: BankReport): Outcome {
  if (told.amount !== payment.amount) return 'mismatch';
  return payment.state === 'paid' || payment.state === 'refunded' ? 'surplus' : 'credited';
}

const WEIGHT: Record<PaymentState, number> = { created: 0, pending: 0, expired: 1, rejected: 2, paid: 3, refunded: 3 };
const outweighs = (told: 'rejected' | 'expired', state: PaymentState) => WEIGHT[told] > WEIGHT[state];

/**
 * When the bank is asked next after a notification that did not come: a third of the payment's age later, from
 * 10 s to 5 min, and at the very end of the QR. Nothing when it need not be asked any more.
 */
export function nextLook(now: Date, createdAt: Date, expiresAt: Date): Date | undefined {
  const [at, end] = [now.getTime(), expiresAt.getTime()];
  const delay = Math.min(Math.max((at - createdAt.getTime()) / 3, 10 * SECOND_MS), 5 * MINUTE_MS);
  const next = at < end ? Math.min(at + delay, end) : at + delay;
  return next <= end + WATCHED_AFTER_MS ? new Date(next) : undefined;
}
