import type { Database, Tx } from '#db/database.ts';

class Rehearsed<T> extends Error {
  readonly outcome: T;
  constructor(outcome: T) {
    super('rehearsed');
    this.outcome = outcome;
  }
}

/**
 * Does something and takes it back: what the client is told before he decides is what would happen, to the kopeck, because it has
 * happened. A refusal is thrown as the real thing would throw it.
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
