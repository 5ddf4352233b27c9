import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import type { At } from '#server/domain/shared/at.ts';
import { credit } from '../payment/credit.ts';
import { lockUnsettled, setSettled } from '../payment/payment.queries.ts';

interface DecidedByHand {
  readonly notificationId: number;
  /** undefined: the bank has returned it to the payer. */
  readonly accountId: number | undefined;
  readonly by: string;
}

/** What became of money that no payment waited for; undefined: it does not wait for a decision. */
export async function settleByHand(tx: Tx, decided: DecidedByHand, at: At): Promise<Kopecks | undefined> {
  const { notificationId, accountId, by } = decided;
  const told = await lockUnsettled(tx, notificationId);
  if (!told) return undefined;
  const { amount } = told;
  const transactionId = accountId === undefined ? null : await credited(tx, notificationId, { accountId, amount }, at);
  await setSettled(tx, notificationId, { by, transactionId, now: at.now });
  return amount;
}

async function credited(
  tx: Tx,
  notificationId: number,
  part: { readonly accountId: number; readonly amount: Kopecks },
  at: At,
): Promise<number> {
  const reference = `notification:${notificationId}`;
  const money = { ...part, method: 'sbp', reference, text: 'Пополнение по СБП' } as const;
  const transactionId = await credit(tx, money, at);
  if (transactionId === undefined) throw new Error(`${reference} stands in the books already`);
  return transactionId;
}
