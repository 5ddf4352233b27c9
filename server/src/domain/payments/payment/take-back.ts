import { dayIn } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { blockForDebt, type At } from '#server/domain/billing/debt/debt.ts';
import { lockAccount, type ClientAccount } from '#server/domain/billing/debt/debt.queries.ts';
import { promiseAgain } from '#server/domain/billing/promised-payment/promise-again.ts';
import { post } from '#server/domain/money/ledger/ledger.ts';
import { enqueueReceipt } from '../fiscal/receipt.ts';

/** A payment that its account should never have got. */
export interface PaymentToTakeBack {
  readonly transactionId: number;
  readonly accountId: number;
  readonly amount: Kopecks;
  readonly happenedAt: Date;
  readonly method: 'cash' | 'transfer';
  /** Shown to the client in the history. */
  readonly text: string;
  /** The provider's account that the money goes to. */
  readonly to: number;
  /** Number of the return's receipt from a separate cash register. */
  readonly givenReceipt?: string | undefined;
}

/** The account after a payment is taken back. */
export interface TakenBack {
  /** The reversal. */
  readonly transactionId: number;
  /** As it was before. */
  readonly account: ClientAccount;
  readonly balance: Kopecks;
  /** Whether services of the account are off because it cannot pay what it owes now. */
  readonly isInDebt: boolean;
}

/**
 * Takes back a whole payment by a reversal, with a receipt of the return. What the payment changed goes back with it: a promised payment
 * that it closed is in force again, and services for which no money is left are switched off, unless another billing charges them;
 * `whenSpent` may refuse that. The caller holds the account, and tells the client.
 */
export async function takePaymentBack(
  tx: Tx,
  payment: PaymentToTakeBack,
  at: At,
  whenSpent: (account: ClientAccount) => void = () => undefined,
): Promise<TakenBack> {
  const { accountId, amount, method, givenReceipt } = payment;
  await promiseAgain(tx, accountId, payment.happenedAt, at);
  const account = await lockAccount(tx, accountId);
  const isSpent = account.balance - amount + account.credit_limit < 0;
  if (isSpent) whenSpent(account);
  const transactionId = await postReversal(tx, payment, at);
  if (isSpent) await blockForDebt(tx, [accountId], at);
  await enqueueReceipt(tx, { transactionId, accountId, amount, method, givenReceipt, kind: 'sell_refund' }, at.now);
  const { balance, in_debt: isInDebt } = await lockAccount(tx, accountId);
  return { transactionId, account, balance, isInDebt };
}

async function postReversal(tx: Tx, payment: PaymentToTakeBack, { now, zone }: At): Promise<number> {
  const { transactionId: corrects, accountId, amount, text, method, to } = payment;
  const transactionId = await post(tx, {
    kind: 'correction',
    isReversal: true,
    reference: `undo:${corrects}`,
    day: dayIn(zone, now),
    happenedAt: now,
    corrects,
    entries: [
      { accountId, amount: kopecks(0 - amount), text, method },
      { accountId: to, amount, text },
    ],
  });
  if (transactionId === undefined) throw new Error(`Payment ${corrects} is undone in the books alone`);
  return transactionId;
}
