import type { Tx } from '#server/db/database.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { putPrinted } from './client.queries.ts';

/** Gives a contract the number that is on its papers; null: it has no other than its own. */
export async function changePrinted(tx: Tx, contractId: number, printed: string | null): Promise<void> {
  if (!(await putPrinted(tx, contractId, printed))) throw new Problem('printed_no_taken');
}
