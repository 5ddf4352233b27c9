import { setTimeout as pause } from 'node:timers/promises';

/** A connection to the database of another billing. */
export interface BillingLine {
  /** Each value is a text or null; places of values are written as `?`. */
  readonly rows: (
    text: string,
    values?: readonly (string | number)[],
  ) => Promise<readonly Readonly<Record<string, string | null>>[]>;
  readonly close: () => Promise<void>;
}

/** What differs between the systems of databases. */
export interface BillingDialect {
  readonly connect: () => Promise<BillingLine>;
  /** A column as a text. */
  readonly asText: (column: string) => string;
  /** The place of a value as a whole number: an id that is a text must not be compared as one. */
  readonly number: string;
  /** Begins a transaction that reads one snapshot. */
  readonly beginSnapshot: string;
  /** Calls the procedure with a number, a kind and a body. */
  readonly book: string;
  /** Whether the role may call the procedure, as a row of `may`: `1` or `0`; no row if there is none. */
  readonly mayBook: string;
  /** Columns of a view: rows of `name`. */
  readonly columns: string;
}

/** How long a connection or a statement may take: nobody here waits longer for another system. */
export const PATIENCE = { connectMs: 5000, statementMs: 10_000 };

const GOODBYE_MS = 1000;

/** Says goodbye, but does not wait for a server that is frozen. */
export const inTime = async (goodbye: Promise<unknown>): Promise<void> => {
  await Promise.race([goodbye.catch(() => undefined), pause(GOODBYE_MS, undefined, { ref: false })]);
};
