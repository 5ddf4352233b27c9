import type { Day, Instant } from '@kabinet/contract/kernel/day';
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
  /** Our `paymentId`, where the bank repeats it: a bank that signs it need not sign the QR. */
  readonly orderId?: string;
  /** `noted`: worth keeping, moves no money: authorised but not confirmed, refunded, a state in between. */
  readonly status: 'paid' | 'rejected' | 'expired' | 'noted';
  readonly amount: Kopecks;
}

/** A notification as it came in. */
export interface RawNotification {
  /** The very bytes that are signed, as text. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The caller's address; a proxy's header counts only from a trusted proxy. */
  readonly ip: string;
}

/** Money that goes back to the payer. `refundId` makes a repeated order the same order. */
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
  /** Our `paymentId`, or the bank's id of the QR: what the register names it by. */
  readonly orderId?: string;
  readonly qrId?: string;
  readonly amount: Kopecks;
  /** The bank's day, Moscow's. */
  readonly day: Day;
}

/** A bank that takes payments by SBP QR. Any failure is thrown as the problem `outside_unavailable`. */
export interface Acquirer {
  /** False where no bank is connected. */
  readonly isConnected: boolean;
  /** Written beside each payment and notification; never changes for one bank. */
  readonly name: string;
  /** How many refunds of one payment the bank can tell apart. */
  readonly mostRefunds: number;
  createQr(order: QrOrder): Promise<Qr>;
  /** The facts known of a QR now: how a lost notification is made up for. None of them is `noted`. */
  factsOf(qrId: string): Promise<readonly BankFact[]>;
  /** Takes back a QR that nobody has paid; false when the bank cannot, or it is too late. */
  cancelQr(qrId: string): Promise<boolean>;
  /**
   * Understands a notification whose signature over the raw body is right; undefined for any other. A bank that signs
   * nothing is asked itself. One that is genuine and makes no sense is refused as `unreadable`.
   */
  readNotification(raw: RawNotification): BankFact | undefined | Promise<BankFact | undefined>;
  /** Orders money back. The bank must be asked by `refundState` first whether it knows of the refund. */
  refund(order: RefundOrder): Promise<RefundState>;
  /** How a refund stands; undefined when the bank knows of none. */
  refundState(order: RefundOrder): Promise<RefundState | undefined>;
  /** The payments of a day; absent where the bank sends its register as a file. */
  registry?(day: Day): Promise<readonly RegistryRow[]>;
  /** Reads the bank's file, which may hold several days; throws `unreadable` for another bank's. */
  readRegistryFile?(file: Uint8Array): readonly RegistryRow[];
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
