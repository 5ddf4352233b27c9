import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';

export type PaymentState = 'created' | 'pending' | 'paid' | 'expired' | 'rejected' | 'refunded';
/** The result of a notification; surplus and mismatch wait for the operator. */
export type NotificationOutcome = 'credited' | 'rejected' | 'expired' | 'ignored' | 'surplus' | 'mismatch';

/** The part of a payment for one account. */
export interface AccountPart {
  readonly accountId: number;
  readonly amount: Kopecks;
}

interface AwaitedPayment {
  readonly state: PaymentState;
  readonly amount: Kopecks;
}
interface BankReport {
  readonly status: 'paid' | 'rejected' | 'expired' | 'noted';
  readonly amount: Kopecks;
}

/** The provider's limits of one payment, both inclusive. */
export interface PaymentLimits {
  readonly smallest: Kopecks;
  readonly largest: Kopecks;
}

/** A payment as it is ordered: for one account, or for both accounts of a contract, `i` first. */
export type PartsByAccount = readonly [AccountPart, (AccountPart | undefined)?];

/** The sum that the bank takes. */
export const totalOf = ([first, other]: PartsByAccount): Kopecks => kopecks(first.amount + (other?.amount ?? 0));

const ROUBLE = 100;

/** The nearest payable sum: whole roubles within the limits. */
export const payableSum = (exact: number, { smallest, largest }: PaymentLimits): Kopecks =>
  kopecks(Math.min(Math.max(Math.ceil(exact / ROUBLE) * ROUBLE, smallest), largest));

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** Maximum payable codes of one account at a time: a bank charges for each, a person needs one. */
export const MOST_ALIVE = 10;

/** How long a QR can be paid. */
export const QR_LIFE_MS = 15 * MINUTE_MS;
/** How long after its end we still ask the bank about a last-moment payment. */
const WATCHED_AFTER_MS = 10 * MINUTE_MS;
/** How long after its creation a payment can still be paid or reported as paid. */
export const AWAITED_MS = QR_LIFE_MS + WATCHED_AFTER_MS;

/**
 * Events arrive in any order, repeatedly, or late. A payment outweighs everything, a refusal outweighs an expiry, so
 * all orders end alike. A second operation on a QR is somebody's money but no payment of ours: it is never
 * credited.
 */
export function outcomeOf(payment: AwaitedPayment | undefined, told: BankReport): NotificationOutcome {
  if (told.status === 'noted') return 'ignored';
  if (told.status === 'paid') return paidOutcome(payment, told);
  // Of what is not ours the bank tells, too, if others take money by the same contract with it.
  return payment && outweighs(told.status, payment.state) ? told.status : 'ignored';
}

function paidOutcome(payment: AwaitedPayment | undefined, told: BankReport): NotificationOutcome {
  if (told.amount !== payment?.amount) return 'mismatch';
  return payment.state === 'paid' || payment.state === 'refunded' ? 'surplus' : 'credited';
}

const WEIGHT: Record<PaymentState, number> = { created: 0, pending: 0, expired: 1, rejected: 2, paid: 3, refunded: 3 };
const outweighs = (told: 'rejected' | 'expired', state: PaymentState) => WEIGHT[told] > WEIGHT[state];

/**
 * When to ask the bank next if no notification has arrived: after a third of the payment's age, from 10 s to 5
 * min, and when the QR ends. Undefined if there is no need to ask any more.
 */
export function nextLook(now: Date, createdAt: Date, expiresAt: Date): Date | undefined {
  const [at, end] = [now.getTime(), expiresAt.getTime()];
  const delay = Math.min(Math.max((at - createdAt.getTime()) / 3, 10 * SECOND_MS), 5 * MINUTE_MS);
  const next = at < end ? Math.min(at + delay, end) : at + delay;
  return next <= end + WATCHED_AFTER_MS ? new Date(next) : undefined;
}
