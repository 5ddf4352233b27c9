import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, Tx } from '#server/db/database.ts';

interface Holding {
  readonly kind: 'read' | 'change';
  isOver: boolean;
}

const within = new AsyncLocalStorage<Holding>();

/** What somebody else does meanwhile, in a test that stops within a transaction. */
export const bySomebodyElse = <T>(work: () => T): T => within.exit(work);

type Work<T> = (tx: Tx) => Promise<T>;

/**
 * The same database, which refuses a transaction that is begun within another one. Whoever holds a connection and waits for a second one of
 * the same pool may wait for himself: a process has few. A change may read beside itself only where reads have connections of their own.
 */
export const unnested = (db: Database, { readsApart = true } = {}): Database => ({
  ...db,
  read: (work) => alone(readsApart ? 'read' : 'change', work, (watched) => db.read(watched)),
  readPipelined: (work) => alone(readsApart ? 'read' : 'change', work, (watched) => db.readPipelined(watched)),
  readLong: (work) => alone('change', work, (watched) => db.readLong(watched)),
  readOnStandby: (work) => alone('read', work, (watched) => db.readOnStandby(watched)),
  write: (work, line) => alone('change', work, (watched) => db.write(watched, line)),
  writeFirst: (work) => alone('change', work, (watched) => db.writeFirst(watched)),
});

async function alone<T, R>(kind: Holding['kind'], work: Work<T>, open: (work: Work<T>) => Promise<R>): Promise<R> {
  const outer = within.getStore();
  if (outer?.isOver === false && !(outer.kind === 'change' && kind === 'read'))
    throw new Error('A transaction within a transaction may wait for itself');
  const state: Holding = { kind, isOver: false };
  try {
    return await open((tx) => within.run(state, () => work(tx)));
  } finally {
    state.isOver = true;
  }
}
