import { dayIn } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#db/database.ts';
import { comeBack, type At } from '#domain/billing/debt/debt.ts';
import { lockAccount } from '#domain/billing/debt/debt.queries.ts';
import { post, providerAccount, type Entry } from '#domain/money/ledger/ledger.ts';
import { notify, settle } from '#domain/messaging/notify.ts';
import { settlePromise } from '#domain/billing/promised-payment/close-promise.ts';
import { oweReceipt } from '../fiscal/receipt.ts';
import { moneyCame } from './notices.ts';
import { unpaidTopic } from './topic.ts';

/** Money received for a client's account, in any way. */
export interface Incoming {
  readonly accountId: number;
  readonly amount: Kopecks;
  readonly method: NonNullable<Entry['method']>;
  /** `{source}:{the source's id of the operation}`: credited once, for ever. */
  readonly reference: string;
  /** Shown to the client in the history. */
  readonly text: string;
  /** Who issues the fiscal receipt; we, if absent. */
  readonly fiscalizedBy?: 'agent' | 'us';
}

/**
 * Credits money: the only way for any payment to reach a balance. The same transaction restores what it pays for,
 * closes a promised payment that is no longer needed, and tells the client. Returns the id of the ledger transaction;
 * undefined if the reference is already in the ledger.
 */
export async function credit(tx: Tx, incoming: Incoming, at: At): Promise<number | undefined> {
  const { accountId, amount, method, reference, text } = incoming;
  const from = await providerAccount(tx, method === 'cash' ? 'cash' : 'acquirer');
  const transactionId = await post(tx, {
    kind: 'payment',
    reference,
    day: dayIn(at.zone, at.now),
    happenedAt: at.now,
    entries: [
      { accountId: from, amount: kopecks(0 - amount), text },
      { accountId, amount, text, method },
    ],
  });
  if (transactionId !== undefined) {
    await welcomeMoney(tx, { ...incoming, transactionId }, at);
    await oweReceipt(tx, { ...incoming, transactionId, kind: 'sell' }, at.now);
  }
  return transactionId;
}

/** A payment that clears a debt restores the services at once, and the client is told. */
async function welcomeMoney(
  tx: Tx,
  { accountId, amount, transactionId }: Incoming & { readonly transactionId: number },
  at: At,
): Promise<void> {
  const broughtBack = await comeBack(tx, accountId, at);
  const { contract_id: contractId, kind: account, balance } = await lockAccount(tx, accountId);
  await settle(tx, contractId, unpaidTopic(account), at.now);
  await notify(tx, moneyCame, contractId, { transactionId, amount, account, balance, broughtBack }, at);
  await settlePromise(tx, accountId, contractId, at);
}
