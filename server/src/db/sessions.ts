import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { openDatabase, type Database } from './database.ts';
import { sql } from './sql.ts';

const PATIENCE_MS = 5_000;

const CURE = 'за пулом соединений вроде PgBouncer: задайте ему pool_mode = session или укажите адрес самого PostgreSQL';
const lost = (what: string): string => `соединение не держит ${what}. Так бывает ${CURE}`;
const SESSION = 'за собой сеанс PostgreSQL';
/** A pooler refuses transactions, or another session does not know what this one has prepared. */
const NO_SESSION = new Set(['08P01', '26000']);
const FEW = `второе соединение не открылось за ${PATIENCE_MS / 1000} с, пока занято первое: одному процессу кабинета нужно до 27 соединений. У PgBouncer их число задаёт default_pool_size`;

/**
 * Proves by trial what the portal relies on: each of its connections keeps a session of PostgreSQL to itself, with its
 * settings. A connection pooler may lend one session to several connections in turn; then time limits and snapshots of reads
 * are lost in silence. Returns what is lost and the cure; undefined if nothing is.
 */
export async function lostInSessions(url: string): Promise<string | undefined> {
  const db = openDatabase(url, { connections: 2, readers: 1, patience: PATIENCE_MS });
  try {
    return await Promise.race([tryOut(db), pause(PATIENCE_MS, FEW, { ref: false })]);
  } catch (error) {
    if (!NO_SESSION.has((error as { code?: string }).code ?? '')) throw error;
    return lost(SESSION);
  } finally {
    // A connection that still waits in a pooler is not waited for.
    await Promise.race([db.close().catch(() => undefined), pause(1000, undefined, { ref: false })]);
  }
}

async function tryOut(db: Database): Promise<string | undefined> {
  const [one, other] = await Promise.all([db.pool.connect(), db.pool.connect()]);
  try {
    if (await isShared(one, other)) return lost(SESSION);
    if ((await valueOf(one, 'statement_timeout')) !== '10s') return lost('ограничение времени запроса');
  } finally {
    one.release(true);
    other.release(true);
  }
  return (await keepsSnapshot(db)) ? undefined : lost('снимок и запрет записи при чтении');
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

const valueOf = async (client: pg.PoolClient, name: string): Promise<string | undefined> =>
  (await client.query<{ value: string }>('select current_setting($1) as value', [name])).rows[0]?.value;

/** Whether a batch of statements is one transaction with one snapshot that may not write. */
async function keepsSnapshot(db: Database): Promise<boolean> {
  const kind = sql`select current_setting('transaction_isolation') as isolation, current_setting('transaction_read_only') as only, pg_current_snapshot()::text as snapshot`;
  type Kind = Readonly<Record<'isolation' | 'only' | 'snapshot', string>>;
  const read = await db.readPipelined((tx) => Promise.all([tx.one<Kind>(kind), tx.one<Kind>(kind)]));
  const [first, second] = read?.answer ?? [];
  return first?.isolation === 'repeatable read' && first.only === 'on' && second?.snapshot === first.snapshot;
}
