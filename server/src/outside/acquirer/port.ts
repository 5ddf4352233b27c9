import type { Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';

/** What the bank is asked to take. `paymentId` makes a repeated order the same order. */
export interface QrOrder {
  readonly paymentId: string;
  readonly amount: Kopecks;
  readonly purpose: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface Qr {
  readonly qrId: string;
  /** The bank link that the QR encodes and a phone opens. */
  readonly payload: string;
}

/** What the bank says of a QR. `externalId` names the bank's operation forever. */
export interface BankFact {
  readonly externalId: string;
  readonly qrId: string;
  readonly status: 'paid' | 'rejected' | 'expired';
  readonly amount: Kopecks;
}

/** A bank that takes payments by SBP QR. Any failure is thrown as the problem `outside_unavailable`. */
export interface Acquirer {
  /** False where no bank is connected. */
  readonly isConnected: boolean;
  /** Written beside each payment and notification; never changes for one bank. */
  readonly name: string;
  createQr(order: QrOrder): Promise<Qr>;
  /** The facts known of a QR now: how a lost notification is made up for. */
  factsOf(qrId: string): Promise<readonly BankFact[]>;
  /**
   * Understands a notification whose signature over the raw body is right; undefined for any other. One that is
   * signed and makes no sense is refused as `unreadable`.
   */
  readNotification(rawBody: string, headers: Readonly<Record<string, string | undefined>>): BankFact | undefined;
}

/** What a person may do in the sandbox bank. */
export const BANK_ACTIONS = ['pay', 'pay_twice', 'decline', 'expire', 'pay_late'] as const;
export type BankAction = (typeof BANK_ACTIONS)[number];

/** A QR as the sandbox bank sees it. */
export interface BankQr {
  readonly qr_id: string;
  readonly amount_kopecks: Kopecks;
  readonly purpose: string;
  /** `expired` as soon as its time is over, whether or not somebody said so. */
  readonly state: 'new' | 'paid' | 'rejected' | 'expired';
  readonly expires_at: Instant;
  /** How often money was sent by it. */
  readonly times_paid: number;
}

/** The part of the built-in bank that a real one would keep to itself. */
export interface SandboxBank {
  qr(qrId: string, now: Date): Promise<BankQr | undefined>;
  /** Does it and orders the notifications; false when the QR is not in a state for it. */
  act(qrId: string, action: BankAction, now: Date): Promise<boolean>;
  /** Tells the portal of an operation over HTTP, as a real bank does; throws when the portal did not take it. */
  notify(operationId: string): Promise<void>;
}
