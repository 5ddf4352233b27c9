import type { Tx } from '#server/db/database.ts';
import { enqueueEffect } from '#server/kernel/job/outbox.ts';
import { checkSpendingEffect } from './effects.ts';
import { sipLinesWith } from './spending.queries.ts';

/** Orders a check of limits for the SIP lines among these numbers. Call it in the transaction that rates their calls. */
export async function spendingChanged(tx: Tx, numbers: readonly string[]): Promise<void> {
  for (const { user_id: userId } of await sipLinesWith(tx, numbers))
    await enqueueEffect(tx, checkSpendingEffect, { userId });
}
