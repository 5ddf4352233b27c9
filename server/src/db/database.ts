import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { isTestedVersion } from './internals/tested-version.ts';
import { openProbe } from './probe.ts';
import { readingPipelined, reading, writing, type Tx } from './transaction.ts';
import { types } from './types.ts';

export type { Tx } from './transaction.ts';

export interface Database {
  /** One frozen moment, in which nothing can be written. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** A read that takes long, such as a document: it uses a connection for changes, so that screens keep those for reads. */
  readLong<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** A read for work that asks all it asks at once; undefined when it did not. */
  readPipelined<T>(work: (tx: Tx) => Promise<T>): Promise<{ answer: T } | undefined>;
  /** All or nothing; run again when PostgreSQL asks for it (40001, 40P01). */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Whether PostgreSQL answers, even if all connections of the pools are taken. */
  answers(): Promise<boolean>;
  /** Connections for changes; the job worker and the migrations need the pool itself. */
  readonly pool: pg.Pool;
  /** Connections for reads. */
  readonly readingPool: pg.Pool;
  close(): Promise<void>;
}

/** Milliseconds after which PostgreSQL gives up a statement: nobody waits longer for an answer. */
const LONGEST_STATEMENT = 10_000;

const SETTINGS = [
  'idle_in_transaction_session_timeout=30000',
  'timezone=UTC',
  // Compiling or choosing a plan anew costs more than any statement here gains by it.
  'jit=off',
  'plan_cache_mode=force_generic_plan',
  // A call reads a few rows of one client, by indexes and mostly from memory, where pages cost little beside the work on their rows.
  'seq_page_cost=0.1',
  'random_page_cost=0.1',
];
/** What a transaction on a connection for reads is without being told: one frozen moment, in which nothing can be written. */
const READING = ['default_transaction_isolation=repeatable\\ read', 'default_transaction_read_only=on'];

/** As PostgreSQL takes them when a connection begins. */
const optionsWith = (longestStatement: number, more: readonly string[] = []): string =>
  [`statement_timeout=${longestStatement}`, ...SETTINGS, ...more].map((setting) => `-c ${setting}`).join(' ');

export const CONNECTION_OPTIONS = optionsWith(LONGEST_STATEMENT);
export const READING_OPTIONS = optionsWith(LONGEST_STATEMENT, READING);

const RETRIED = new Set(['40001', '40P01']);
const MOST_RETRIES = 5;

export interface DatabaseOptions {
  /** Connections for changes and jobs; with `readers`, times the processes, they must stay below `max_connections`. */
  readonly connections?: number;
  /** Connections for reads. One process cannot keep more than a few of them busy, and each further one makes all reads wait longer. */
  readonly readers?: number;
  /** Milliseconds to wait for a free connection before the caller is told to come back. */
  readonly patience?: number;
  /** Milliseconds that a statement may take; 0: as long as it needs. */
  readonly longestStatement?: number;
  /** Whether statements leave in batches; when absent, if the parts of node-postgres that this needs are those it was tested with. */
  readonly inBatches?: boolean;
}

/** A connection is renewed now and then: PostgreSQL frees the memory of its plans only with it. */
const CONNECTION_LIFE_S = 3600;

/** Reads have connections of their own, so that they go on while changes wait for one another's rows. */
export function openDatabase(
  url: string,
  {
    connections = 10,
    readers = 6,
    patience = 1000,
    longestStatement = LONGEST_STATEMENT,
    inBatches = isTestedVersion,
  }: DatabaseOptions = {},
): Database {
  const poolOf = (own: Pick<PoolOptions, 'max' | 'idleTimeoutMillis' | 'settings'>) =>
    openPool({ url, patience, longestStatement, inBatches, ...own });
  const pool = poolOf({ max: connections, idleTimeoutMillis: 60_000 });
  const readingPool = poolOf({ max: readers, idleTimeoutMillis: 0, settings: READING });
  const probe = openProbe(url);
  const forChanges = { pool, inBatches };
  const forReads = { pool: readingPool, inBatches };
  return {
    read: (work) => reading(forReads, work),
    readLong: (work) => reading(forChanges, work),
    readPipelined: (work) => readingPipelined(forReads, work),
    write: (work) => retried(() => writing(forChanges, work)),
    answers: () => probe.answers(),
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
  /** 0 keeps a connection that has nothing to do. */
  readonly idleTimeoutMillis: number;
  readonly inBatches: boolean;
  /** Besides those of all connections. */
  readonly settings?: readonly string[];
}

function openPool(options: PoolOptions): pg.Pool {
  const { url, max, patience, longestStatement, idleTimeoutMillis, inBatches, settings } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: patience,
    idleTimeoutMillis,
    maxLifetimeSeconds: CONNECTION_LIFE_S,
    types,
    options: optionsWith(longestStatement, settings),
    ...{ pipeline: inBatches },
  });
  // A connection that breaks is replaced by the next query; unheard, its error would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

async function retried<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      const code = (error as { code?: string }).code ?? '';
      if (tries > MOST_RETRIES || !RETRIED.has(code)) throw error;
      await pause(tries * 5 + Math.random() * 20);
    }
  }
}
