import type { Tx } from '#db/database.ts';
import { enqueueEffect } from '#kernel/outbox.ts';
import { checkSpending } from './effects.ts';
import { sipLinesWith } from './spending.queries.ts';

/** Says, in the transaction that rates calls, that they cost something else now: SIP lines among the numbers have limits. */
export async function spendingChanged(tx: Tx, numbers: readonly string[]): Promise<void> {
  for (const { user_id: userId } of await sipLinesWith(tx, numbers)) await enqueueEffect(tx, checkSpending, { userId });
}
