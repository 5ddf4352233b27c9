import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import type { Database, Tx } from '#server/db/database.ts';
import type { Sql } from '#server/db/sql.ts';
import { BEYOND_CONTRACT } from './placement.ts';
import { planOf, type Statement } from './plan.ts';
import { contractIdsIn, readBeyondContract } from './unnamed.ts';

/** Statements that a call has sent, with the values of the first time. */
type Heard = Map<string, Statement>;

const hearing = new AsyncLocalStorage<Heard>();
/** By text: each is judged once in a process. */
const judged = new Set<string>();

type Work<T> = (tx: Tx) => Promise<T>;

/** The same database, which tells the statements that a call sends. */
export const overheard = (db: Database): Database => ({
  ...db,
  read: (work) => db.read(heardBy(work)),
  readOnStandby: (work) => db.readOnStandby(heardBy(work)),
  readLong: (work) => db.readLong(heardBy(work)),
  readPipelined: (work) => db.readPipelined(heardBy(work)),
  write: (work, line) => db.write(heardBy(work), line),
  writeFirst: (work) => db.writeFirst(heardBy(work)),
});

function heardBy<T>(work: Work<T>): Work<T> {
  const heard = hearing.getStore();
  if (!heard) return work;
  const hear = (statement: Sql) => {
    const { text } = statement;
    if (!judged.has(text) && !heard.has(text)) heard.set(text, { text, values: statement.values });
    return statement;
  };
  return (tx) =>
    work({
      rows: (statement) => tx.rows(hear(statement)),
      one: (statement) => tx.one(hear(statement)),
      maybe: (statement) => tx.maybe(hear(statement)),
      run: (statement) => tx.run(hear(statement)),
    });
}

/** Makes a subscriber's call, and fails if a statement of it reads beyond one contract (decision 0295). */
export async function withOwnStatements<T>(pool: pg.Pool, call: () => Promise<T>): Promise<T> {
  const heard: Heard = new Map();
  // A request begins when it is awaited.
  const answer = await hearing.run(heard, async () => await call());
  for (const statement of heard.values()) await judge(pool, statement);
  return answer;
}

/** Work that comes in between, though it begins within the call: it is the provider's. */
export const besideCall = <T>(work: () => T): T => hearing.exit(work);

async function judge(pool: pg.Pool, statement: Statement): Promise<void> {
  judged.add(statement.text);
  const plan = await planOf(pool, statement);
  if (plan === undefined || BEYOND_CONTRACT.some(([part]) => statement.text.includes(part))) return;
  const tables = readBeyondContract(plan);
  if (tables.length > 0)
    throw new Error(`A statement names no contract for ${tables.join(', ')}${HELP}${statement.text}`);
  const contracts = contractIdsIn(plan);
  if (contracts.size > 1) throw new Error(`A statement names ${contracts.size} contracts${HELP}${statement.text}`);
}

const HELP = ' (docs/scaling.md): ';
