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
  /** Written beside each payment and notification; never changes for one bank. */
  readonly name: string;
  createQr(order: QrOrder): Promise<Qr>;
  /** The facts known of a QR now: how a lost notification is made up for. */
  factsOf(qrId: string): Promise<readonly BankFact[]>;
  /** Understands a notification whose signature over the raw body is right; undefined for any other. */
  readNotification(rawBody: string, headers: Readonly<Record<string, string | undefined>>): BankFact | undefined;
}
