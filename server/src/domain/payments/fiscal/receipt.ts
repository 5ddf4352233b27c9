import { registerReceiptEffect } from './effects.ts';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { addJob } from '#server/kernel/job/job.ts';
import { enqueueEffect, retryEffect } from '#server/kernel/job/outbox.ts';
import { watchReceiptJob } from './jobs.ts';
import { awaitAgain, bumpTry, givenUpEffect, insertReceipt, renewReceipt } from './receipt.queries.ts';

interface Owed {
  readonly transactionId: number;
  readonly kind: 'sell' | 'sell_refund';
  readonly accountId: number;
  /** Also positive for a refund. */
  readonly amount: Kopecks;
  readonly method: string;
  /** `agent`: whoever accepted the payment issues the receipt; a second one would mean a second sale. */
  readonly fiscalizedBy?: 'agent' | 'us';
  /** Number of the receipt, if a cash register that we do not know has issued it: then it is only stored. */
  readonly givenReceipt?: string | undefined;
}

/**
 * Enqueues the fiscal receipt of a payment or refund in the transaction that moves the money; only one per transaction,
 * for ever.
 */
export async function enqueueReceipt(tx: Tx, owed: Owed, now: Date): Promise<void> {
  if (owed.fiscalizedBy === 'agent') return;
  const isInserted = await insertReceipt(tx, { ...owed, now });
  if (isInserted && owed.givenReceipt === undefined) await order(tx, owed.transactionId, 1);
}

const order = (tx: Tx, transactionId: number, tryNo: number): Promise<void> =>
  enqueueEffect(tx, registerReceiptEffect, { transactionId }, { uniqueKey: `receipt:${transactionId}:${tryNo}` });

/**
 * Retries a failed receipt. If the register did not reply, it is asked again. If it refused, the receipt gets a new
 * number. If it was never reached or its reply was lost, the number stays, so that an existing receipt is not made
 * twice. False if nothing has failed.
 */
export async function retryReceipt(tx: Tx, transactionId: number, now: Date): Promise<boolean> {
  if (await awaitAgain(tx, transactionId, now)) {
    await watchReceiptAt(tx, transactionId, now);
    return true;
  }
  const renewed = await renewReceipt(tx, transactionId);
  if (renewed) {
    await order(tx, transactionId, renewed.try);
    return true;
  }
  const effect = await givenUpEffect(tx, transactionId);
  if (!effect) return false;
  if (effect.state === 'failed') return retryEffect(tx, effect.effect_id);
  if (effect.state === 'due') return false;
  // It was enqueued without a register, so no register has seen it.
  const next = await bumpTry(tx, transactionId, effect.try);
  if (next) await order(tx, transactionId, next.try);
  return next !== undefined;
}

/** Schedules the next question about a pending receipt; replaces an earlier one. */
export const watchReceiptAt = (tx: Tx, transactionId: number, at: Date): Promise<void> =>
  addJob(tx, watchReceiptJob, { transactionId }, { runAt: at });
