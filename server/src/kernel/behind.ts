import type { Tx } from '#db/database.ts';

/**
 * Thrown within a read whose answer would be of a day that is over: it is asked again in a transaction that first carries out the
 * days since, and is taken back (decision 0064).
 */
export class BooksBehind extends Error {
  readonly catchUp: (tx: Tx) => Promise<void>;

  constructor(catchUp: (tx: Tx) => Promise<void>) {
    super('The books are behind');
    this.name = 'BooksBehind';
    this.catchUp = catchUp;
  }
}
