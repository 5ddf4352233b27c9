import { dayIn } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#db/database.ts';
import { comeBack, type At } from '#domain/billing/debt/debt.ts';
import { lockAccount } from '#domain/billing/debt/debt.queries.ts';
import { post, providerAccount, type Entry } from '#domain/money/ledger/ledger.ts';
import { insertMessage } from '#domain/messaging/message.queries.ts';
import { settlePromise } from '#domain/billing/promised-payment/close-promise.ts';
import { oweReceipt } from '../fiscal/receipt.ts';
import { creditMessage } from './credit.texts.ts';

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

const MESSAGE_SHOWN_MS = 7 * 86_400_000;

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
    await welcomeMoney(tx, incoming, at);
    await oweReceipt(tx, { ...incoming, transactionId, kind: 'sell' }, at.now);
  }
  return transactionId;
}

/** A payment that clears a debt restores the services at once, and the client is told. */
async function welcomeMoney(tx: Tx, { accountId, amount }: Incoming, at: At): Promise<void> {
  const broughtBack = await comeBack(tx, accountId, at);
  const account = await lockAccount(tx, accountId);
  await insertMessage(tx, {
    ...creditMessage({ amount, account: account.kind, balance: account.balance, broughtBack }),
    contractId: account.contract_id,
    kind: 'money',
    now: at.now,
    until: new Date(at.now.getTime() + MESSAGE_SHOWN_MS),
  });
  await settlePromise(tx, accountId, account.contract_id, at);
}
