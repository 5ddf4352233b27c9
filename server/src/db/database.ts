import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { isTestedVersion } from './internals/tested-version.ts';
import { openLanes, type LaneLimits } from './lanes.ts';
import { openProbe } from './probe.ts';
import { followSignals, type FollowedSignals, type SignalCallbacks } from './signals.ts';
import { readingPipelined, reading, writing, type Tx } from './transaction.ts';
import { types } from './types.ts';

export type { FollowedSignals } from './signals.ts';
export type { Tx } from './transaction.ts';

export interface Database {
  /** Runs in a read-only transaction with one snapshot. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** A long read, such as a document. It uses a connection of the write pool, so that screens keep the read pool. */
  readLong<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** A read whose statements all start at once; undefined if some start later. */
  readPipelined<T>(work: (tx: Tx) => Promise<T>): Promise<{ answer: T } | undefined>;
  /** All or nothing; retried when PostgreSQL requires it (40001, 40P01). */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Whether PostgreSQL answers, even if all pool connections are in use. */
  answers(): Promise<boolean>;
  /** Follows what triggers tell, on a connection of its own. */
  followSignals(callbacks: SignalCallbacks): FollowedSignals;
  /** Connections for writes; the job worker and the migrations use the pool directly. */
  readonly pool: pg.Pool;
  /** Connections for reads. */
  readonly readingPool: pg.Pool;
  close(): Promise<void>;
}

/** Milliseconds after which PostgreSQL cancels a statement: no caller waits longer. */
const LONGEST_STATEMENT = 10_000;

const SETTINGS = {
  idle_in_transaction_session_timeout: '30000',
  timezone: 'UTC',
  // Compiling or replanning costs more than it saves on any statement here.
  jit: 'off',
  plan_cache_mode: 'force_generic_plan',
  // A call reads a few rows of one client, by index and mostly from memory, so pages cost little compared with rows.
  seq_page_cost: '0.1',
  random_page_cost: '0.1',
};
/** The default transaction of a read connection: one snapshot, read-only. */
const READING = { default_transaction_isolation: 'repeatable read', default_transaction_read_only: 'on' };

type SessionSettings = Readonly<Record<string, string>>;

const settingsWith = (longestStatement: number, more: SessionSettings = {}): SessionSettings => ({
  statement_timeout: String(longestStatement),
  ...SETTINGS,
  ...more,
});

/** In the form of PostgreSQL's connection options, for programs that take these. */
const asOptions = (settings: SessionSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', String.raw`\ `)}`)
    .join(' ');

export const CONNECTION_OPTIONS = asOptions(settingsWith(LONGEST_STATEMENT));
export const READING_OPTIONS = asOptions(settingsWith(LONGEST_STATEMENT, READING));

/** As a statement: a connection pooler refuses the options of a new connection, or drops them in silence. */
const asStatement = (settings: SessionSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `set ${name} = '${value}'`)
    .join('; ');

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
  /** Connections for reads. One process keeps only a few of them busy; more only make every read slower. */
  readonly readers?: number;
  /** Milliseconds to wait for a free connection before the call is refused with a retry. */
  readonly patience?: number;
  /** Milliseconds that a statement may take; 0 means no limit. */
  readonly longestStatement?: number;
  /** Whether statements are sent in batches; by default yes if the installed node-postgres is a tested version. */
  readonly inBatches?: boolean;
  /** How long a pipelined read waits for those before it. */
  readonly laneLimits?: Partial<LaneLimits>;
}

/** Connections are renewed: PostgreSQL frees the memory of cached plans only with the connection. */
const CONNECTION_LIFE_S = 3600;

/** Reads have their own connections, so that they continue while writes wait for row locks. */
export function openDatabase(
  url: string,
  {
    connections = 10,
    readers = 6,
    patience = 1000,
    longestStatement = LONGEST_STATEMENT,
    inBatches = isTestedVersion,
    laneLimits,
  }: DatabaseOptions = {},
): Database {
  const poolOf = (own: Pick<PoolOptions, 'max' | 'idleTimeoutMillis' | 'settings'>) =>
    openPool({ url, patience, longestStatement, inBatches, ...own });
  const pool = poolOf({ max: connections, idleTimeoutMillis: 60_000 });
  const readingPool = poolOf({ max: readers, idleTimeoutMillis: 0, settings: READING });
  const probe = openProbe(url);
  const forChanges = { pool, inBatches };
  const forReads = { pool: readingPool, inBatches, lanes: openLanes(readingPool, laneLimits) };
  return {
    read: (work) => reading(forReads, work),
    readLong: (work) => reading(forChanges, work),
    readPipelined: (work) => readingPipelined(forReads, work),
    write: (work) => retried(() => writing(forChanges, work)),
    answers: () => probe.answers(),
    followSignals: (callbacks) => followSignals(url, callbacks),
    pool,
    readingPool,
    close: async () => {
      await Promise.all([pool.end(), readingPool.end(), probe.close()]);
    },
  };
}

interface PoolOptions {
  readonly url: string;
  readonly max: number;
  readonly patience: number;
  readonly longestStatement: number;
  /** 0 keeps idle connections. */
  readonly idleTimeoutMillis: number;
  readonly inBatches: boolean;
  /** In addition to the settings of all connections. */
  readonly settings?: SessionSettings;
}

function openPool(options: PoolOptions): pg.Pool {
  const { url, max, patience, longestStatement, idleTimeoutMillis, inBatches, settings } = options;
  const setting = asStatement(settingsWith(longestStatement, settings));
  // Nobody gets a connection before `onConnect` has ended.
  const unknownToTypes = { pipeline: inBatches, onConnect: (client: pg.ClientBase) => client.query(setting) };
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: patience,
    idleTimeoutMillis,
    maxLifetimeSeconds: CONNECTION_LIFE_S,
    types,
    ...unknownToTypes,
  });
  // The next query replaces a broken connection; without a listener the error would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

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
