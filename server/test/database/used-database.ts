import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { cloneDatabase, dropDatabase } from './database.ts';
import { openTestDatabase, type TestDatabase } from '../portal/open-portal.ts';

// A copy of a template costs more than most tests. So a test gets the copy that an earlier test has used, with everything put back:
// whatever rows it added, changed or deleted, and its sequences. What cannot be put back (another schema, other statistics, a
// transaction still open) makes the copy useless, and it is dropped.

/** As before: many changes of one row leave dead ones behind, which the next tests would read. */
const MOST_USES = 300;
/** Idle connections beyond these are closed: all copies of all processes share the server's. */
const MOST_CONNECTIONS = 16;
const QUIET_WITHIN_MS = 2000;
const MOST_TRIES = 4;

export interface UsedDatabase {
  readonly url: string;
  readonly db: TestDatabase;
  /** Puts everything back for the next test, or drops the copy. Whoever used it must have finished. */
  leave(): Promise<void>;
}

interface Copy {
  readonly url: string;
  db: TestDatabase;
  readonly keeper: pg.Client;
  uses: number;
}

/** Copies that wait for the next test of this process, by template. */
const waiting = new Map<string, Copy>();

/** A database that equals the template. */
export async function usedDatabase(server: string, template: string): Promise<UsedDatabase> {
  const copy = waiting.get(template) ?? (await newCopy(server, template));
  waiting.delete(template);
  copy.uses += 1;
  const leave = async () => {
    if (copy.uses < MOST_USES && !waiting.has(template) && (await isQuiet(copy.db)) && (await isPutBack(copy.keeper))) {
      if (connectionsOf(copy.db) > MOST_CONNECTIONS) {
        await copy.db.close();
        copy.db = openTestDatabase(copy.url);
      }
      waiting.set(template, copy);
    } else {
      await Promise.all([copy.db.close(), copy.keeper.end()]);
      await dropDatabase(server, copy.url);
    }
  };
  return { url: copy.url, db: copy.db, leave };
}

async function newCopy(server: string, template: string): Promise<Copy> {
  const url = await cloneDatabase(server, template);
  const keeper = new pg.Client({ connectionString: url });
  // A test may cut all connections of its database; then the copy is dropped.
  keeper.on('error', () => undefined);
  await keeper.connect();
  await keeper.query(PUTTING_BACK);
  return { url, db: openTestDatabase(url), keeper, uses: 0 };
}

/** Its pools, each once. */
const poolsOf = ({ pool, readingPool, owner }: TestDatabase) => [...new Set([pool, readingPool, owner])];

const connectionsOf = (db: TestDatabase): number => poolsOf(db).reduce((sum, { totalCount }) => sum + totalCount, 0);

const isIdle = (pool: pg.Pool): boolean => pool.idleCount === pool.totalCount && pool.waitingCount === 0;

/** Waits for statements that nobody awaits. */
async function isQuiet(db: TestDatabase): Promise<boolean> {
  const until = performance.now() + QUIET_WITHIN_MS;
  while (!poolsOf(db).every(isIdle)) {
    if (performance.now() > until) return false;
    await pause(5);
  }
  return true;
}

/** A connection of the pool may still be ending its last transaction: a read does not wait for that. */
async function isPutBack(keeper: pg.Client): Promise<boolean> {
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    if (await putBack(keeper)) return true;
    await pause(tries * 5);
  }
  return false;
}

const putBack = (keeper: pg.Client): Promise<boolean> =>
  keeper.query<{ done: boolean }>('select kept.put_back() as done').then(
    ({ rows }) => rows[0]?.done === true,
    () => false,
  );

/** For the whole connection: a function that sets the role for itself makes PostgreSQL forget all plans at each call. */
const PUTTING_BACK = `
set session_replication_role = replica;
set plan_cache_mode = force_generic_plan;
set enable_nestloop = off`;
