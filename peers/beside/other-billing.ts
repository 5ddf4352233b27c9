/** The database server of another billing, with what a provider loads into it. */
export interface BillingServer {
  /** As Kabinet is told of it: a role with the rights of the file, and no others. */
  readonly url: string;
  readonly folder: string;
  readonly start: () => Promise<void>;
  readonly kill: () => Promise<void>;
  /** It stays where it is, and nobody answers. */
  readonly freeze: () => Promise<void>;
  readonly thaw: () => Promise<void>;
  readonly close: () => Promise<void>;
  /** Takes the rights to one view and to the procedure from Kabinet. */
  readonly withhold: () => Promise<void>;
  readonly giveBack: () => Promise<void>;
  /** Statements of the owner of the tables. */
  readonly run: (statements: string) => Promise<string>;
  /** Rows, each with its columns apart by blanks. */
  readonly rows: (query: string) => Promise<string[]>;
}

/** A sum of each of the three accounts, in kopecks. */
export type Sums = readonly [number, number, number];

export function sumsOf(numbers: readonly number[]): Sums {
  const [first, second, third] = numbers;
  if (first === undefined || second === undefined || third === undefined) throw new Error('there are three accounts');
  return [first, second, third];
}

export const plus = (sums: Sums, more: Sums): Sums => [sums[0] + more[0], sums[1] + more[1], sums[2] + more[2]];

/** What the tests do at another billing, each in its own tables: accounts 1, 2 and 3 with services u1, u2 and u3. */
export interface OtherBilling {
  readonly server: BillingServer;
  readonly balances: () => Promise<Sums>;
  readonly charge: (account: number, sum: string, text: string) => Promise<unknown>;
  readonly deposit: (account: number, sum: string, text: string) => Promise<unknown>;
  readonly turn: (service: number, state: 'active' | 'debt' | 'operator') => Promise<unknown>;
  /** The requests of the cabinet whose money is in the tables, once for each time that it was booked. */
  readonly booked: () => Promise<number[]>;
  /** Books what waits; a billing that books at once has nothing to do. */
  readonly work: () => Promise<void>;
  /** Works by itself. Returns what kills the one that does, and what ends it. */
  readonly workOn?: () => { readonly kill: () => Promise<void>; readonly end: () => Promise<void> };
}
