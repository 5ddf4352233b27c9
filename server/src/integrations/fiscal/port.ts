import type { Kopecks } from '@kabinet/contract/kernel/money';

/** A fiscal receipt (54-ФЗ) of a payment or a refund. */
export interface Receipt {
  /** Makes an order idempotent: the register accepts each receipt once. */
  readonly externalId: string;
  readonly kind: 'sell' | 'sell_refund';
  /** The local time in the provider's zone: `20.11.2026 14:05:00`. */
  readonly timestamp: string;
  readonly amount: Kopecks;
  /** Positions, whose sums make the amount: one for each account that the payment is for. */
  readonly items: readonly ReceiptItem[];
  /** Whether banknotes change hands; otherwise money on accounts. */
  readonly inCash: boolean;
  /** Where the register sends it. */
  readonly client: { readonly email: string } | { readonly phone: string };
  /** Percent; null: without VAT. */
  readonly vat: number | null;
  readonly seller: Seller;
}

export interface ReceiptItem {
  /** What was paid for, at most 128 characters. */
  readonly text: string;
  readonly amount: Kopecks;
}

/** The seller, as registered with the tax office. */
interface Seller {
  readonly inn: string;
  readonly email: string;
  /** `osn`, `usn_income` …, as the tax office names them. */
  readonly taxSystem: string;
  /** The place of payment: the portal's address. */
  readonly paymentAddress: string;
}

/** The state of a receipt; `failed` is final. */
export type ReceiptVerdict =
  | { readonly state: 'sent'; readonly registerId: string }
  | {
      readonly state: 'done';
      readonly registerId: string;
      /** Where the client reads it. */
      readonly url: string;
      readonly fnNumber: string;
      readonly fdNumber: string;
      readonly fpd: string;
    }
  | { readonly state: 'failed'; readonly error: string };

/** A cash register. Called from the outbox only. A transport failure is thrown as the problem `outside_unavailable`. */
export interface CashRegister {
  /** Stored with each receipt. */
  readonly name: string;
  register(receipt: Receipt): Promise<ReceiptVerdict>;
  report(registerId: string): Promise<ReceiptVerdict>;
  /**
   * Which receipt a call of the register is about. The call is not signed, so it is only a hint: the register is asked.
   */
  readCallback(rawBody: string): string | undefined;
}

/** A receipt of the built-in register, for its page. */
export interface RecordedReceipt {
  readonly receipt_id: string;
  readonly document: Receipt;
  readonly fd_number: number;
}

/** The part of the built-in register that a real one would not expose. */
export interface RecordedReceipts {
  recorded(receiptId: string): Promise<RecordedReceipt | undefined>;
}
