import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { openDatabase, type Database } from '../database.ts';
import { sql } from '../sql.ts';

const PATIENCE_MS = 5_000;

const CURE =
  'за пулом соединений вроде PgBouncer: задайте ему pool_mode = session или укажите адрес самого PostgreSQL. Если нужен pool_mode = transaction, дайте адрес PostgreSQL ещё и в DATABASE_SESSION_URL';
const lost = (what: string): string => `соединение не держит ${what}. Так бывает ${CURE}`;
const SESSION = 'за собой сеанс PostgreSQL';
const LOST_NAMES =
  'пул соединений теряет имена подготовленных запросов: нужен PgBouncer 1.21 или новее, а max_prepared_statements — больше нуля';
const NOT_BY_TRANSACTIONS = 'пул соединений не даёт транзакций: задайте ему pool_mode = transaction';
/** What a pooler says that refuses transactions. */
const NO_TRANSACTIONS = '08P01';
/** What PostgreSQL says of a prepared statement that another session has. */
const NO_STATEMENT = '26000';
const few = (needed: number): string =>
  `нужные соединения не открылись за ${PATIENCE_MS / 1000} с: вместе их до ${needed}. У PgBouncer их число задают default_pool_size и max_client_conn`;
const NO_PLACE = 'max_client_conn';
/** Times that a session is looked for in two connections. */
const TURNS = 3;
/** The connection by which the caller has come. */
const OF_CALLER = 1;

/** Proves by trial what the portal relies on; returns what is lost and the cure, undefined if nothing is. */
export type Trial = (url: string, needed: number) => Promise<string | undefined>;

/**
 * Each connection keeps a session of PostgreSQL to itself, with its settings. A connection pooler may lend one session to several
 * connections in turn; then time limits and snapshots of reads are lost in silence.
 */
export const lostInSessions: Trial = (url, needed) =>
  tryOut(
    { url, needed, bySession: true },
    async ([one, other]) => ((await isEverShared(one, other)) ? lost(SESSION) : undefined),
    {
      [NO_TRANSACTIONS]: lost(SESSION),
      [NO_STATEMENT]: lost(SESSION),
    },
  );

/**
 * Each transaction has a session to itself, with the settings that it makes, and every session knows the statements that the connection has
 * prepared in another one.
 */
export const lostInTransactions: Trial = (url, needed) =>
  tryOut({ url, needed, bySession: false }, prepareInTwoSessions, {
    [NO_TRANSACTIONS]: NOT_BY_TRANSACTIONS,
    [NO_STATEMENT]: LOST_NAMES,
  });

interface Tried {
  readonly url: string;
  /** Connections opened at once. */
  readonly needed: number;
  readonly bySession: boolean;
}

type Clients = readonly [one: pg.PoolClient, other: pg.PoolClient];
type Try = (clients: Clients) => Promise<string | undefined>;

/** `refusals`: what errors of PostgreSQL or of a pooler mean, by their code. */
async function tryOut(
  { url, needed, bySession }: Tried,
  tryOn: Try,
  refusals: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const connections = Math.max(2, needed - OF_CALLER);
  // Sets nothing in a session, which a pooler would lend to others with our settings.
  const bare = openDatabase(url, { connections, readers: 1, patience: PATIENCE_MS, sessionUrl: url });
  const usual = bySession ? openDatabase(url, { connections: 1, readers: 1, patience: PATIENCE_MS }) : bare;
  const all = async () => (await onClients(bare, connections, tryOn)) ?? (await lostInWork(usual));
  try {
    return await Promise.race([all(), pause(PATIENCE_MS, few(needed), { ref: false })]);
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string };
    const reason = message.includes(NO_PLACE) ? few(needed) : refusals[code];
    if (reason === undefined) throw error;
    return reason;
  } finally {
    // A connection that still waits in a pooler is not waited for.
    await Promise.race([Promise.allSettled([bare.close(), usual.close()]), pause(1000, undefined, { ref: false })]);
  }
}

async function onClients({ pool }: Database, connections: number, tryOn: Try): Promise<string | undefined> {
  const all = await Promise.all(Array.from({ length: connections }, () => pool.connect()));
  const [one, other] = all;
  try {
    if (!one || !other) throw new Error('at least two connections are tried');
    // A pooler gives a connection its session with the first statement.
    await Promise.all(all.map((client) => client.query('select 1')));
    return await tryOn([one, other]);
  } finally {
    for (const client of all) client.release(true);
  }
}

/** A session that a pooler has just opened may come between, but not each time. */
async function isEverShared(one: pg.PoolClient, other: pg.PoolClient): Promise<boolean> {
  for (let turn = 0; turn < TURNS; turn += 1) if (await isShared(one, other)) return true;
  return false;
}

/** Whether a transaction of the other connection runs in the session of this one, or drives this one out of it. */
async function isShared(one: pg.PoolClient, other: pg.PoolClient): Promise<boolean> {
  const before = await sessionOf(one);
  await other.query('begin');
  const beside = await sessionOf(other);
  const after = await sessionOf(one);
  await other.query('rollback');
  return beside === before || after !== before;
}

const sessionOf = async (client: pg.PoolClient): Promise<number | undefined> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;

/** Prepares a statement, has another transaction take the session in which that was done, and executes it elsewhere. */
async function prepareInTwoSessions([one, other]: Clients): Promise<undefined> {
  const prepared = { name: `kabinet_trial_${randomUUID()}`, text: 'select 1' };
  await one.query(prepared);
  await other.query('begin');
  await other.query('select 1');
  await one.query(prepared);
  await other.query('rollback');
}

/** What transactions lose that are made as the portal makes them. */
async function lostInWork(db: Database): Promise<string | undefined> {
  const limit = await db.write((tx) =>
    tx.one<{ value: string }>(sql`select current_setting('statement_timeout') as value`),
  );
  if (limit.value !== '10s') return lost('ограничение времени запроса');
  return (await keepsSnapshot(db)) ? undefined : lost('снимок и запрет записи при чтении');
}

/** Whether a batch of statements is one transaction with one snapshot that may not write. */
async function keepsSnapshot(db: Database): Promise<boolean> {
  const kind = sql`select current_setting('transaction_isolation') as isolation, current_setting('transaction_read_only') as only, pg_current_snapshot()::text as snapshot`;
  type Kind = Readonly<Record<'isolation' | 'only' | 'snapshot', string>>;
  const read = await db.readPipelined((tx) => Promise.all([tx.one<Kind>(kind), tx.one<Kind>(kind)]));
  const [first, second] = read?.answer ?? [];
  return first?.isolation === 'repeatable read' && first.only === 'on' && second?.snapshot === first.snapshot;
}
