import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { glancing, reading, writing, type Tx } from './transaction.ts';
import { types } from './types.ts';

export type { Tx } from './transaction.ts';

export interface Database {
  /** One frozen moment, in which nothing can be written. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The same for work that asks all it asks at once; undefined when it did not. */
  glance<T>(work: (tx: Tx) => Promise<T>): Promise<{ answer: T } | undefined>;
  /** All or nothing; run again when PostgreSQL asks for it (40001, 40P01). */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The job worker and the migrations need the pool itself. */
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

const SETTINGS = [
  'statement_timeout=10000',
  'idle_in_transaction_session_timeout=30000',
  'timezone=UTC',
  // Compiling or choosing a plan anew costs more than any statement here gains by it.
  'jit=off',
  'plan_cache_mode=force_generic_plan',
  // A call reads a few rows of one client, by indexes and mostly from memory, where pages cost little beside the work on their rows.
  'seq_page_cost=0.1',
  'random_page_cost=0.1',
];
/** As PostgreSQL takes them when a connection begins. */
export const CONNECTION_OPTIONS = SETTINGS.map((setting) => `-c ${setting}`).join(' ');

const RETRIED = new Set(['40001', '40P01']);
const MOST_RETRIES = 5;

export interface DatabaseOptions {
  /** Connections of this process; times the processes it must stay below `max_connections`. */
  readonly connections?: number;
  /** Milliseconds to wait for a free connection before the caller is told to come back. */
  readonly patience?: number;
}

export function openDatabase(url: string, { connections = 20, patience = 1000 }: DatabaseOptions = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: patience,
    types,
    options: CONNECTION_OPTIONS,
    ...{ pipeline: true },
  });
  // A connection that breaks is replaced by the next query; unheard, its error would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    read: (work) => reading(pool, work),
    glance: (work) => glancing(pool, work),
    write: (work) => retried(() => writing(pool, work)),
    pool,
    close: () => pool.end(),
  };
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
