// Views and a procedure in the database of another billing, by which Kabinet joins it (docs/billing-views.ru.md).

/** What each view must have; `id` is a whole number, and pages go by it. */
export const VIEWS = {
  kabinet_balances: ['id', 'account_no', 'balance', 'counted_to'],
  kabinet_services: ['id', 'login', 'state', 'until_day', 'plan'],
  kabinet_charges: ['id', 'account_no', 'day', 'text', 'amount'],
  kabinet_payments: ['id', 'account_no', 'day', 'text', 'amount'],
} as const;

export type ViewName = keyof typeof VIEWS;

/** A row as it stands there: each value is a text, for only the other side knows its types. */
export interface ViewRow {
  readonly id: number;
  readonly values: Readonly<Record<string, string | null>>;
}

/** The rows after an id, all rows of the last one included. */
export interface ViewPage {
  readonly rows: readonly ViewRow[];
  readonly last: number;
  readonly isEnd: boolean;
}

/** Views as they stood at one moment. */
export interface ViewsAtOnce {
  readonly page: (view: ViewName, after: number) => Promise<ViewPage>;
  readonly rowsOf: (view: ViewName, ids: readonly number[]) => Promise<readonly ViewRow[]>;
  /** The largest id; 0 of an empty view. */
  readonly lastId: (view: ViewName) => Promise<number>;
}

export interface AskedBooking {
  readonly requestNo: number;
  readonly kind: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** `waiting`: the other side has taken the request, and somebody there is yet to book it. */
export interface Booked {
  readonly state: 'confirmed' | 'refused' | 'waiting';
  readonly reason: string | null;
}

export interface OpenBilling {
  /** Books a request there, or tells what became of it before: the same number is booked once. */
  readonly book: (asked: AskedBooking) => Promise<Booked>;
  readonly atOnce: <T>(work: (views: ViewsAtOnce) => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
}

export interface BillingViews {
  /** Without a name or a password. */
  readonly host: string;
  readonly open: () => Promise<OpenBilling>;
  /** What is missing there, a sentence each. */
  readonly look: () => Promise<readonly string[]>;
}

/** The other server has answered with an error, and the connection goes on. */
export class BillingRefusal extends Error {}
/** The other server does not answer: nobody knows what it has done. */
export class BillingAway extends Error {}
