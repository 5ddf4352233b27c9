import type { Database, Tx } from '#server/db/database.ts';
import { BooksBehind } from '../job/behind.ts';

class Rehearsed<T> extends Error {
  readonly outcome: T;
  constructor(outcome: T) {
    super('rehearsed');
    this.outcome = outcome;
  }
}

/**
 * Runs the work and rolls it back. A preview therefore shows exactly what would happen, to the kopeck. A refusal is
 * thrown as in the real run.
 */
export async function rehearse<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await db.write(async (tx) => {
      throw new Rehearsed(await work(tx));
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.outcome as T;
    throw error;
  }
}

/** A read elsewhere, if that is possible now. */
type Elsewhere<T> = (read: (tx: Tx) => Promise<T>) => Promise<{ answer: T } | undefined>;

/** A read that may need current books: if they are behind, it catches up, reads and rolls back. */
export async function onTodaysBooks<T>(
  db: Database,
  read: (tx: Tx) => Promise<T>,
  elsewhere: Elsewhere<T> = () => Promise.resolve(undefined),
): Promise<T> {
  try {
    const found = await elsewhere(read);
    return found ? found.answer : await db.read(read);
  } catch (error) {
    if (!(error instanceof BooksBehind)) throw error;
    return rehearse(db, async (tx) => {
      await error.catchUp(tx);
      return read(tx);
    });
  }
}
