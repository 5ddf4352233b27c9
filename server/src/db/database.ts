import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { isTestedVersion } from './internals/tested-version.ts';
import { openLanes, type LaneLimits } from './lanes.ts';
import { openListening, type Listen } from './hearing/listening.ts';
import { OF_PORTAL } from './pools/connections.ts';
import { openGate, type Line } from './pools/gate.ts';
import { openConnections } from './pools/pool.ts';
import { LONGEST_STATEMENT } from './pools/settings.ts';
import { openProbe } from './probe.ts';
import { followSignals, type FollowedSignals, type SignalCallbacks } from './hearing/signals.ts';
import { openStandby, type Standby, type StandbyOptions } from './standby/standby.ts';
import { readingPipelined, reading, writing, type Connections, type Tx } from './transaction.ts';

export type { FollowedSignals } from './hearing/signals.ts';
export type { Tx } from './transaction.ts';

export interface Database {
  /** Runs in a read-only transaction with one snapshot. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * A read that sees all that was committed before, on the standby; undefined if there is none, or it cannot serve the read now.
   */
  readOnStandby<T>(work: (tx: Tx) => Promise<T>): Promise<{ answer: T } | undefined>;
  /**
   * A long read, such as a document, on the standby if that can serve it; the work may run twice. Otherwise on a connection of the write
   * pool, so that screens keep the read pool; two connections are left to changes.
   */
  readLong<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** A read whose statements all start at once; undefined if some start later. */
  readPipelined<T>(work: (tx: Tx) => Promise<T>): Promise<{ answer: T } | undefined>;
  /** All or nothing; retried when PostgreSQL requires it (40001, 40P01). */
  write<T>(work: (tx: Tx) => Promise<T>, line?: Line): Promise<T>;
  /** Whether PostgreSQL answers, even if all pool connections are in use. */
  answers(): Promise<boolean>;
  /** Follows what triggers tell, on a connection of its own. */
  followSignals(callbacks: SignalCallbacks): FollowedSignals;
  /** Like `write`, on a connection that other transactions leave free, if there is one (`spare`). */
  writeFirst<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Listens to notifications on a channel; all channels share a connection of their own. */
  readonly listen: Listen;
  /** How many reads the standby has served, and how many not for which reason; undefined without one. */
  readonly standbyResults: Standby['results'] | undefined;
  /** Connections for writes; the job worker and the migrations use the pool directly. */
  readonly pool: pg.Pool;
  /** Connections for reads. */
  readonly readingPool: pg.Pool;
  close(): Promise<void>;
}

const RETRIED = new Set(['40001', '40P01']);
/** A rare internal error of PostgreSQL 18 when many transactions lock one row; the transaction succeeds when repeated. */
const LOCKS_MIXED_UP = 'new multixact has more than one updating member';
const MOST_RETRIES = 5;

const isRepeated = ({ code = '', message = '' }: { code?: string; message?: string }): boolean =>
  RETRIED.has(code) || message.startsWith(LOCKS_MIXED_UP);

export interface DatabaseOptions {
  /**
   * Connections for writes and jobs. Together with `readers`, times the number of processes, they must stay below
   * `max_connections`.
   */
  readonly connections?: number;
  /** Connections for reads. One process keeps only a few of them busy; more only make every read slower. With 0 they read beside the writes. */
  readonly readers?: number;
  /** How many of `connections` transactions leave to whoever uses the pool itself, and to `writeFirst`. */
  readonly spare?: number;
  /** Milliseconds to wait for a free connection before the call is refused with a retry. */
  readonly patience?: number;
  /** Milliseconds that a statement may take; 0 means no limit. */
  readonly longestStatement?: number;
  /** Whether statements are sent in batches; by default yes if the installed node-postgres is a tested version. */
  readonly inBatches?: boolean;
  /**
   * The same database at an address whose connections keep their sessions, if those of the first one do not: it is that of a pooler by
   * transactions. Notifications are heard there.
   */
  readonly sessionUrl?: string | undefined;
  /** How long a pipelined read waits for those before it. */
  readonly laneLimits?: Partial<LaneLimits>;
  /** A server that follows this one, for long reads. */
  readonly standby?: StandbyOptions | undefined;
}

const USUAL = {
  ...OF_PORTAL,
  spare: 0,
  patience: 1000,
  longestStatement: LONGEST_STATEMENT,
  inBatches: isTestedVersion,
} satisfies DatabaseOptions;

/** Long reads leave as many connections to changes. */
const LEFT_TO_CHANGES = 2;
/** Milliseconds that a long read waits for those before it. */
const LONG_PATIENCE_MS = 20_000;

/** Reads have their own connections, so that they continue while writes wait for row locks. */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const { connections, readers, spare, patience, longestStatement, inBatches } = { ...USUAL, ...options };
  const { sessionUrl } = options;
  const ours = { url, patience, longestStatement, inBatches, bySession: sessionUrl === undefined };
  const changes = openConnections({ ...ours, max: connections, idleTimeoutMillis: 60_000, reads: false });
  const { pool } = changes;
  const enter = openGate(Math.max(1, connections - spare), patience);
  const enterLong = openGate(Math.max(1, connections - LEFT_TO_CHANGES), LONG_PATIENCE_MS);
  const beside = <T>(work: (tx: Tx) => Promise<T>) => enter(() => reading(changes, work));
  const reads =
    readers === 0
      ? readsBeside(pool, beside)
      : readsApart(openConnections({ ...ours, max: readers, idleTimeoutMillis: 0, reads: true }), options.laneLimits);
  const probe = openProbe(url);
  const standby =
    options.standby && openStandby(options.standby, { askPosition: probe.position, inBatches, longestStatement });
  const readOnStandby: Database['readOnStandby'] = (work) => standby?.read(work) ?? Promise.resolve(undefined);
  return {
    read: reads.read,
    readOnStandby,
    readLong: async (work) => {
      const read = await readOnStandby(work);
      return read ? read.answer : enterLong(() => beside(work));
    },
    readPipelined: reads.readPipelined,
    write: (work, line) => retried(() => enter(() => writing(changes, work), line)),
    writeFirst: (work) => retried(() => writing(changes, work)),
    answers: () => probe.answers(),
    followSignals: (callbacks) => followSignals(url, callbacks),
    listen: openListening(sessionUrl ?? url),
    standbyResults: standby?.results,
    pool,
    readingPool: reads.pool,
    close: async () => {
      const pools = [...new Set([pool, reads.pool])].map((one) => one.end());
      await Promise.all([...pools, probe.close(), standby?.close()]);
    },
  };
}

type Reads = Pick<Database, 'read' | 'readPipelined'> & { readonly pool: pg.Pool };

function readsApart(apart: Connections, limits?: Partial<LaneLimits>): Reads {
  const connections = { ...apart, lanes: openLanes(apart.pool, limits) };
  return {
    pool: apart.pool,
    read: (work) => reading(connections, work),
    readPipelined: (work) => readingPipelined(connections, work),
  };
}

/** Jobs read little, and not as many at once that reads need an order of their own. */
const readsBeside = (pool: pg.Pool, read: Reads['read']): Reads => ({
  pool,
  read,
  readPipelined: async (work) => ({ answer: await read(work) }),
});

async function retried<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tries > MOST_RETRIES || !isRepeated(error as { code?: string; message?: string })) throw error;
      await pause(tries * 5 + Math.random() * 20);
    }
  }
}
