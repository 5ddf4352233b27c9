import type { Tx } from '#server/db/database.ts';

/**
 * Thrown by a read when its contract's books are behind the current day: the read is repeated in a transaction that
 * first catches up and is then rolled back (decision 0064).
 */
export class BooksBehind extends Error {
  readonly catchUp: (tx: Tx) => Promise<void>;

  constructor(catchUp: (tx: Tx) => Promise<void>) {
    super('The books are behind');
    this.name = 'BooksBehind';
    this.catchUp = catchUp;
  }
}
