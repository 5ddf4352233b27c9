import { registerReceipt } from './effects.ts';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#db/database.ts';
import { addJob } from '#kernel/job.ts';
import { enqueueEffect, retryEffect } from '#kernel/outbox.ts';
import { watchReceipt } from './jobs.ts';
import { awaitAgain, bumpTry, givenUpEffect, insertReceipt, renewReceipt } from './receipt.queries.ts';

interface Owed {
  readonly transactionId: number;
  readonly kind: 'sell' | 'sell_refund';
  readonly accountId: number;
  /** Positive also for money that went back. */
  readonly amount: Kopecks;
  readonly method: string;
  /** `agent`: who took the money gives the receipt himself, and a second one would be a second sale. */
  readonly fiscalizedBy?: 'agent' | 'us';
}

/** Owes the fiscal receipt of money that came or went back, with the transaction that moves it. One a transaction, forever. */
export async function oweReceipt(tx: Tx, owed: Owed, now: Date): Promise<void> {
  if (owed.fiscalizedBy === 'agent') return;
  if (await insertReceipt(tx, { ...owed, now })) await order(tx, owed.transactionId, 1);
}

const order = (tx: Tx, transactionId: number, tryNo: number): Promise<void> =>
  enqueueEffect(tx, registerReceipt, { transactionId }, { uniqueKey: `receipt:${transactionId}:${tryNo}` });

/**
 * Tries again what failed. The register was silent: it is asked again. It has refused: it gets the receipt under another number. It was never reached, or its answer
 * was lost: under the same one, so that a receipt that stands there already is not made twice. False when nothing has failed.
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
  // It was owed when no register was connected: nobody has seen it.
  const next = await bumpTry(tx, transactionId);
  if (next) await order(tx, transactionId, next.try);
  return next !== undefined;
}

/** Orders the next question about a receipt that the register works on, in place of one ordered before. */
export const watchReceiptAt = (tx: Tx, transactionId: number, at: Date): Promise<void> =>
  addJob(tx, watchReceipt, { transactionId }, { runAt: at });
