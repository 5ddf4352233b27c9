import type pg from 'pg';
import { PipelineBatch } from './internals/pipeline-batch.ts';
import type { Lanes } from './lanes.ts';
import { sql, type Sql } from './sql.ts';
import { isTrouble } from './trouble.ts';
import { types } from './types.ts';

/** Runs SQL inside one transaction. Statements started together are pipelined on the connection. */
export interface Tx {
  rows<Row>(statement: Sql): Promise<Row[]>;
  /** The only row; throws if there is none, because that is a bug. */
  one<Row>(statement: Sql): Promise<Row>;
  maybe<Row>(statement: Sql): Promise<Row | undefined>;
  /** Returns the number of changed rows. */
  run(statement: Sql): Promise<number>;
}

type Work<T> = (tx: Tx) => Promise<T>;

const BEGIN_READ = sql`begin isolation level repeatable read read only`;
const BEGIN_WRITE = sql`begin isolation level read committed`;
/** Of a batch that is one transaction without a `begin`; it must come before what takes a snapshot. */
const ONE_SNAPSHOT = sql`set transaction_isolation = 'repeatable read'`;

/** A pool, and how statements are sent on its connections. */
export interface Connections {
  readonly pool: pg.Pool;
  /** Whether statements are sent in batches; otherwise one by one, as node-postgres does by default. */
  readonly inBatches: boolean;
  /** What each transaction sets for itself where no session keeps it (decision 0298). */
  readonly opening?: Sql;
}

/** Read results stay valid even if COMMIT fails, so the reply does not wait for it. */
export const reading = <T>(connections: Connections, work: Work<T>): Promise<T> =>
  inTransaction(connections, BEGIN_READ, work, (ended) => void ended.catch(() => undefined));

/** The same, once the connection is ready for it. */
export const readingAfter = <T>(connections: Connections, ready: Ready, work: Work<T>): Promise<T> =>
  inTransaction(connections, BEGIN_READ, work, (ended) => void ended.catch(() => undefined), ready);

export const writing = <T>(connections: Connections, work: Work<T>): Promise<T> =>
  inTransaction(connections, BEGIN_WRITE, work, (ended) => ended);

type AwaitEnd = (ended: Promise<unknown>) => unknown;
type Ready = (client: pg.PoolClient) => Promise<void>;

const inTransaction = <T>(
  connections: Connections,
  begin: Sql,
  work: Work<T>,
  awaitEnd: AwaitEnd,
  ready?: Ready,
): Promise<T> =>
  onConnection(connections.pool, async (client, rollBack) => {
    await ready?.(client);
    const state: State = { isOver: false, isLate: false };
    const { send, flush } = connections.inBatches ? batchesOn(client) : statementsOn(client);
    // Sent together with the first statements of the work; if it fails, they fail too.
    const begun = Promise.all([begin, ...openingOf(connections)].map(send));
    begun.catch(() => undefined);
    try {
      const answer = await work(transactionOn(send, state)).finally(() => {
        state.isOver = true;
      });
      await begun;
      flush();
      await awaitEnd(client.query('commit'));
      return answer;
    } catch (error) {
      // Statements sent after the rollback would form their own transaction.
      flush();
      await rollBack();
      throw error;
    }
  });

/**
 * A read whose statements are sent in one batch, which halves the messages of a small read. The batch is one
 * transaction of the connection's default kind and ends with the batch. A later statement would see another snapshot,
 * so it is refused and the result is undefined. Without batches this is an ordinary read.
 */
export const readingPipelined = async <T>(
  connections: Connections & { readonly lanes: Lanes },
  work: Work<T>,
): Promise<{ answer: T } | undefined> => {
  if (!connections.inBatches) return { answer: await reading(connections, work) };
  const [opening] = openingOf(connections);
  const read = (client: pg.PoolClient) => readingInOneBatch(client, opening ? [ONE_SNAPSHOT, opening] : [], work);
  const inTurn = await connections.lanes.run(read);
  return inTurn ? inTurn.result : onConnection(connections.pool, read);
};

const openingOf = ({ opening }: Connections): Sql[] => (opening ? [opening] : []);

async function readingInOneBatch<T>(
  client: pg.PoolClient,
  opening: readonly Sql[],
  work: Work<T>,
): Promise<{ answer: T } | undefined> {
  const state: State = { isOver: false, isLate: false };
  const { send, flush } = batchesOn(client, () => {
    state.isOver = true;
  });
  // If one of them fails, all that follows fails with the same error.
  for (const statement of opening) send(statement).catch(() => undefined);
  const working = work(transactionOn(send, state));
  const [worked] = await Promise.allSettled([working]);
  flush();
  if (state.isLate) return undefined;
  if (worked.status === 'fulfilled') return { answer: worked.value };
  if (isUnparsed(worked.reason)) return undefined;
  throw worked.reason;
}

/** The batch in front of this one failed before its connection had parsed a statement that both have. */
const isUnparsed = (error: unknown): boolean => (error as { code?: string } | undefined)?.code === '26000';

/** Runs the work on a connection; a broken connection is not returned to the pool. */
async function onConnection<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient, rollBack: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const rollBack = async () => {
    await client.query('rollback').catch((failure: unknown) => {
      broken = failure as Error;
    });
  };
  try {
    return await work(client, rollBack);
  } catch (error) {
    // A server reports that it ends a connection before it closes it; nobody else may get it in between.
    if (isTrouble(error)) broken ??= error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}

type Send = (statement: Sql) => Promise<pg.QueryResult>;

interface Sending {
  readonly send: Send;
  /** Called before the transaction ends: no statement may be sent after it. */
  readonly flush: () => void;
}

/** Sends statements one after another; those that wait when the transaction ends are refused. */
function statementsOn(client: pg.PoolClient): Sending {
  let earlier: Promise<unknown> = Promise.resolve();
  let isEnding = false;
  const query = ({ text, values }: Sql) => {
    if (isEnding) throw new Error('The transaction is over');
    return client.query({ text, values, types });
  };
  const send: Send = (statement) => {
    const result = earlier.then(() => query(statement));
    earlier = result.catch(() => undefined);
    return result;
  };
  return {
    send,
    flush: () => {
      isEnding = true;
    },
  };
}

/** Sends statements that start in one turn of the event loop as one batch, at the end of the turn or on `flush`. */
function batchesOn(client: pg.PoolClient, beforeFlush?: () => void): Sending {
  let batch: PipelineBatch | undefined;
  const flush = () => {
    if (!batch) return;
    beforeFlush?.();
    const sent = batch;
    batch = undefined;
    client.query(sent as unknown as pg.Submittable);
  };
  const send: Send = (statement) => {
    if (!batch) {
      batch = new PipelineBatch();
      process.nextTick(flush);
    }
    return batch.add(statement, types);
  };
  return { send, flush };
}

interface State {
  isOver: boolean;
  /** A statement was requested after the end. */
  isLate: boolean;
}

function transactionOn(sendIt: Send, state: State): Tx {
  const send: Send = async (statement) => {
    // A part that continues after another part has failed must not write outside of the transaction, nor inside the
    // next one.
    if (state.isOver) {
      state.isLate = true;
      throw new Error('The transaction is over');
    }
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
