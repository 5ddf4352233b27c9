import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

/** Does something inside a transaction and undoes it; what it has answered stays known. If it fails, so does the transaction. */
export async function undone<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx.run(sql`savepoint undone`);
  const told = await work();
  await tx.run(sql`rollback to savepoint undone`);
  await tx.run(sql`release savepoint undone`);
  return told;
}
