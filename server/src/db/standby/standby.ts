import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { openConnections } from '../pools/pool.ts';
import { readingAfter, type Tx } from '../transaction.ts';
import { isTrouble } from '../trouble.ts';

export interface StandbyOptions {
  readonly url: string;
  /** Connections to the standby; none of them counts for the primary. */
  readonly connections: number;
}

/** What became of a read that may go to the standby: `behind`, `away` and `resting` went to the primary. */
type StandbyResult = 'served' | 'behind' | 'away' | 'resting';

export interface Standby {
  /**
   * A read that sees all that was committed before it was asked for; undefined if the standby cannot serve it now. The work may run twice:
   * here, and then on the primary.
   */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<{ answer: T } | undefined>;
  /** How many reads have ended how, since the start of the process. */
  readonly results: Readonly<Record<StandbyResult, number>>;
  close(): Promise<void>;
}

/** How the primary is asked how far it has got: a place in its log, such as `16/B374D848`. */
type AskPosition = () => Promise<string>;

/** Milliseconds that a read waits for the standby to come as far as the primary was. */
const CATCHING_UP_MS = 200;
/** Milliseconds to wait for a free connection. */
const PATIENCE_MS = 300;
/** Milliseconds without the standby, so that not each read waits for it in vain. */
const REST = { behind: 1000, away: 5000 } as const;

interface Parts {
  readonly askPosition: AskPosition;
  readonly inBatches: boolean;
  readonly longestStatement: number;
}

/** Reads on a server that follows the primary. Freshness is proved read by read, so nothing that was seen once is missing later (decision 0287). */
export function openStandby({ url, connections }: StandbyOptions, parts: Parts): Standby {
  const { askPosition, inBatches, longestStatement } = parts;
  const standby = openConnections({
    ...{ url, max: connections, patience: PATIENCE_MS, longestStatement, inBatches },
    ...{ idleTimeoutMillis: 60_000, reads: true, bySession: true },
  });
  const results: Record<StandbyResult, number> = { served: 0, behind: 0, away: 0, resting: 0 };
  let restsUntil = 0;
  const attempt = async <T>(work: (tx: Tx) => Promise<T>): Promise<Attempt<T>> => {
    if (performance.now() < restsUntil) return { result: 'resting' };
    try {
      const position = await askPosition();
      const answer = await readingAfter(standby, (client) => comeUpTo(client, position), work);
      return { result: 'served', answer };
    } catch (error) {
      const result = failureOf(error);
      if (result === undefined) throw error;
      restsUntil = performance.now() + REST[result];
      return { result };
    }
  };
  return {
    results,
    read: async (work) => {
      const done = await attempt(work);
      results[done.result] += 1;
      return done.result === 'served' ? { answer: done.answer } : undefined;
    },
    close: () => standby.pool.end(),
  };
}

type Attempt<T> =
  | { readonly result: 'served'; readonly answer: T }
  | { readonly result: Exclude<StandbyResult, 'served'> };

class Behind extends Error {}

/** Waits until the server has replayed the log up to there. It is asked before the snapshot of the read is taken. */
async function comeUpTo(client: pg.ClientBase, position: string): Promise<void> {
  const until = performance.now() + CATCHING_UP_MS;
  for (let wait = 2; ; wait = Math.min(wait * 2, 20)) {
    // A standby that was promoted may have left the primary whose log is asked for.
    const { rows } = await client.query<{ come: boolean }>({
      // One that hangs answers nothing.
      ...{ query_timeout: CATCHING_UP_MS },
      name: 'kabinet_come',
      text: 'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as come',
      values: [position],
    });
    if (rows[0]?.come === true) return;
    if (performance.now() + wait > until) throw new Behind();
    await pause(wait);
  }
}

/**
 * Undefined if the failure is not the standby's: a refusal of the work itself. Any error of the database is the standby's here, such as a
 * conflict with what it replays, or a table that it does not have yet; the primary has the last word.
 */
function failureOf(error: unknown): 'behind' | 'away' | undefined {
  if (error instanceof Behind) return 'behind';
  return isOfDatabase(error) ? 'away' : undefined;
}

const SQLSTATE = /^[0-9A-Z]{5}$/;

const isOfDatabase = (error: unknown): boolean =>
  isTrouble(error) || SQLSTATE.test(String((error as { code?: unknown } | undefined)?.code));
