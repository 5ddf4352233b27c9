import type { Tx } from '../../server/src/db/database.ts';
import type { Sql } from '../../server/src/db/sql.ts';

/** The same transaction, which passes every statement to `hear`. */
export const overheard = (tx: Tx, hear: (statement: Sql) => void): Tx => ({
  rows: (statement) => (hear(statement), tx.rows(statement)),
  one: (statement) => (hear(statement), tx.one(statement)),
  maybe: (statement) => (hear(statement), tx.maybe(statement)),
  run: (statement) => (hear(statement), tx.run(statement)),
});
