import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { Flight } from './flight.ts';
import { sql, type Sql } from './sql.ts';

/** What SQL runs on: inside one transaction. Statements started together share the connection's pipeline. */
export interface Tx {
  rows<Row>(statement: Sql): Promise<Row[]>;
  /** The only row; none is a bug. */
  one<Row>(statement: Sql): Promise<Row>;
  maybe<Row>(statement: Sql): Promise<Row | undefined>;
  /** How many rows were changed. */
  run(statement: Sql): Promise<number>;
}

export interface Database {
  /** One frozen moment, in which nothing can be written. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** All or nothing; run again when PostgreSQL asks for it (40001, 40P01). */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The job worker and the migrations need the pool itself. */
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

const BEGIN_READ = sql`begin isolation level repeatable read read only`;
const BEGIN_WRITE = sql`begin isolation level read committed`;
const SETTINGS = [
  'statement_timeout=10000',
  'idle_in_transaction_session_timeout=30000',
  'timezone=UTC',
  // Compiling or choosing a plan anew costs more than any statement here gains by it.
  'jit=off',
  'plan_cache_mode=force_generic_plan',
];
const RETRIED = new Set(['40001', '40P01']);
const MOST_RETRIES = 5;

const safeInteger = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint beyond 2^53: ${text}`);
  return value;
};

const { INT8, DATE, TIMESTAMPTZ } = pg.types.builtins;
const parsers = new Map<number, (text: string) => unknown>([
  [INT8, safeInteger],
  [DATE, (text) => text],
  [TIMESTAMPTZ, (text) => new Date(text).toISOString()],
]);
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid) => parsers.get(oid) ?? (pg.types.getTypeParser(oid) as (text: string) => unknown),
};

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
    options: SETTINGS.map((setting) => `-c ${setting}`).join(' '),
    ...{ pipeline: true },
  });
  // A connection that breaks is replaced by the next query; unheard, its error would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    read: (work) => inTransaction(pool, BEGIN_READ, work),
    write: (work) => retried(() => inTransaction(pool, BEGIN_WRITE, work)),
    pool,
    close: () => pool.end(),
  };
}

async function inTransaction<T>(pool: pg.Pool, begin: Sql, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const state = { isOver: false };
  let broken: Error | undefined;
  try {
    const { send, depart } = flightsOn(client);
    // Leaves together with the first statements of the work; a failure of it fails them too.
    const begun = send(begin);
    begun.catch(() => undefined);
    try {
      const answer = await work(transactionOn(send, state)).finally(() => {
        state.isOver = true;
      });
      await begun;
      depart();
      const ended = client.query('commit');
      // What was only read is true whether its end is heard of or not: the answer need not wait for it.
      if (begin === BEGIN_READ) ended.catch(() => undefined);
      else await ended;
      return answer;
    } catch (error) {
      // Not behind the rollback: what leaves then would be a transaction of its own.
      depart();
      await client.query('rollback').catch((failure: unknown) => {
        broken = failure as Error;
      });
      throw error;
    }
  } finally {
    client.release(broken);
  }
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

type Send = (statement: Sql) => Promise<pg.QueryResult>;

/** Statements that start in one turn of the event loop leave in one flight, at its end or when told to. */
function flightsOn(client: pg.PoolClient): { send: Send; depart: () => void } {
  let flight: Flight | undefined;
  const depart = () => {
    const leaving = flight;
    flight = undefined;
    if (leaving) client.query(leaving as unknown as pg.Submittable);
  };
  const send: Send = (statement) => {
    if (!flight) {
      flight = new Flight();
      process.nextTick(depart);
    }
    return flight.add(statement, types);
  };
  return { send, depart };
}

function transactionOn(sendIt: Send, state: { readonly isOver: boolean }): Tx {
  const send: Send = async (statement) => {
    // A part that goes on while another has failed the whole must not write outside of it, nor within the next one's.
    if (state.isOver) throw new Error('The transaction is over');
    return sendIt(statement);
  };
  return {
    rows: async <Row>(statement: Sql) => (await send(statement)).rows as Row[],
    one: async <Row>(statement: Sql) => {
      const { rows } = await send(statement);
      if (rows.length !== 1) throw new Error(`Expected one row, got ${rows.length}`);
      return rows[0] as Row;
    },
    maybe: async <Row>(statement: Sql) => (await send(statement)).rows[0] as Row | undefined,
    run: async (statement) => (await send(statement)).rowCount ?? 0,
  };
}
