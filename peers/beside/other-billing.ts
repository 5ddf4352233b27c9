import type { MariaDb } from './mariadb.ts';

/** What the tests do at another billing, each in its own tables: accounts 1, 2 and 3 with services u1, u2 and u3. */
export interface OtherBilling {
  readonly server: MariaDb;
  /** Kopecks of the three accounts. */
  readonly balances: () => Promise<number[]>;
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
