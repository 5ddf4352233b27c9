import type { Kopecks } from '@kabinet/contract/kernel/money';

/** A fiscal receipt (54-ФЗ) of money that came, or went back. */
export interface Receipt {
  /** Makes a repeated order the same order: the register knows each receipt once. */
  readonly externalId: string;
  readonly kind: 'sell' | 'sell_refund';
  /** The moment as clocks of the provider's zone show it: `20.11.2026 14:05:00`. */
  readonly timestamp: string;
  readonly amount: Kopecks;
  /** What was paid for, at most 128 signs. */
  readonly text: string;
  /** Where the register sends it. */
  readonly client: { readonly email: string } | { readonly phone: string };
  /** Percent; null: without VAT. */
  readonly vat: number | null;
  readonly seller: Seller;
}

/** Who sells: as the tax office knows him. */
interface Seller {
  readonly inn: string;
  readonly email: string;
  /** `osn`, `usn_income` …, as the tax office names them. */
  readonly taxSystem: string;
  /** Where it is paid: the portal's address. */
  readonly paymentAddress: string;
}

/** How a receipt stands; `failed` is the register's last word. */
export type Verdict =
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

/** A cash register. Called from the outbox only. A failure of the way there is thrown as the problem `outside_unavailable`. */
export interface CashRegister {
  /** Written beside each receipt. */
  readonly name: string;
  register(receipt: Receipt): Promise<Verdict>;
  report(registerId: string): Promise<Verdict>;
  /** Which receipt a call of the register is about. It is not signed, so it is taken for a hint: the register is asked. */
  readCallback(rawBody: string): string | undefined;
}

/** A receipt of the built-in register, as its page shows it. */
export interface RecordedReceipt {
  readonly receipt_id: string;
  readonly document: Receipt;
  readonly fd_number: number;
}

/** The part of the built-in register that a real one would keep to itself. */
export interface RecordedReceipts {
  recorded(receiptId: string): Promise<RecordedReceipt | undefined>;
}
