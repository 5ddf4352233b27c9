import type { Day, Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';

/** An order to the bank. `paymentId` makes it idempotent. */
export interface QrOrder {
  readonly paymentId: string;
  readonly amount: Kopecks;
  readonly purpose: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface Qr {
  readonly qrId: string;
  /** The bank link in the QR, opened by a phone. */
  readonly payload: string;
}

/** The bank's report about a QR. `externalId` identifies the bank's operation for ever. */
export interface BankFact {
  readonly externalId: string;
  readonly qrId: string;
  /** Our `paymentId`, if the bank repeats it: a bank that signs it need not sign the QR. */
  readonly orderId?: string;
  /** `noted`: stored, but moves no money: authorised but not confirmed, refunded, an intermediate state. */
  readonly status: 'paid' | 'rejected' | 'expired' | 'noted';
  readonly amount: Kopecks;
}

/** A notification as received. */
export interface RawNotification {
  /** The signed bytes, as text. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The caller's address; a proxy's header counts only from a trusted proxy. */
  readonly ip: string;
}

/** A refund to the payer. `refundId` makes it idempotent. */
export interface RefundOrder {
  readonly refundId: string;
  readonly qrId: string;
  /** The `paymentId` of the payment. */
  readonly orderId: string;
  readonly amount: Kopecks;
}

export type RefundState = 'requested' | 'done' | 'declined';

/** A payment in the bank's own register of a day. */
export interface RegistryRow {
  /** Our `paymentId`, or the bank's id of the QR, whichever the register has. */
  readonly orderId?: string;
  readonly qrId?: string;
  readonly amount: Kopecks;
  /** The bank's day, in Moscow time. */
  readonly day: Day;
}

/** A bank that accepts payments by SBP QR. Every failure is thrown as the problem `outside_unavailable`. */
export interface Acquirer {
  /** False if no bank is connected. */
  readonly isConnected: boolean;
  /** Stored with each payment and notification; must never change for a bank. */
  readonly name: string;
  /** How many refunds of one payment the bank can tell apart. */
  readonly mostRefunds: number;
  createQr(order: QrOrder): Promise<Qr>;
  /** The current facts about a QR, which make up for a lost notification. None of them is `noted`. */
  factsOf(qrId: string): Promise<readonly BankFact[]>;
  /** Cancels an unpaid QR; false if the bank cannot, or it is too late. */
  cancelQr(qrId: string): Promise<boolean>;
  /**
   * Parses a notification with a valid signature over the raw body; undefined for any other. If a bank signs
   * nothing, the bank itself is asked. A genuine notification with invalid content is refused as `unreadable`.
   */
  readNotification(raw: RawNotification): BankFact | undefined | Promise<BankFact | undefined>;
  /** Orders a refund. If it may have been ordered before, call `refundState` first, to see whether the bank already knows it. */
  refund(order: RefundOrder): Promise<RefundState>;
  /** The state of a refund; undefined if the bank does not know it. */
  refundState(order: RefundOrder): Promise<RefundState | undefined>;
  /** The payments of a day; absent if the bank sends its register as a file. */
  registry?(day: Day): Promise<readonly RegistryRow[]>;
  /** Parses the bank's file, which may cover several days; throws `unreadable` for another bank's file. */
  readRegistryFile?(file: Uint8Array): readonly RegistryRow[];
}

/** Possible actions in the sandbox bank. */
export const BANK_ACTIONS = ['pay', 'pay_twice', 'decline', 'expire', 'pay_late'] as const;
export type BankAction = (typeof BANK_ACTIONS)[number];

/** A QR as the sandbox bank sees it. */
export interface BankQr {
  readonly qr_id: string;
  readonly amount_kopecks: Kopecks;
  readonly purpose: string;
  /** `expired` as soon as its time is over, even if nobody has reported it. */
  readonly state: 'new' | 'paid' | 'rejected' | 'expired';
  readonly expires_at: Instant;
  /** How many times money was sent by it. */
  readonly times_paid: number;
}

/** The part of the built-in bank that a real bank would not expose. */
export interface SandboxBank {
  qr(qrId: string, now: Date): Promise<BankQr | undefined>;
  /** Carries out an action and orders its notifications; false if the state of the QR does not allow it. */
  act(qrId: string, action: BankAction, now: Date): Promise<boolean>;
  /** Notifies the portal of an operation over HTTP, as a real bank does; throws if the portal did not accept it. */
  notify(operationId: string): Promise<void>;
}
