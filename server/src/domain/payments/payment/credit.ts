import { dayIn } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { restoreLocked, type At } from '#server/domain/billing/debt/debt.ts';
import { lockAccount, lockAccounts } from '#server/domain/billing/debt/debt.queries.ts';
import { post, providerAccount, type LedgerEntry } from '#server/domain/money/ledger/ledger.ts';
import { lowTopic } from '#server/domain/billing/debt/topic.ts';
import { notify, settleMatter } from '#server/domain/messaging/notify.ts';
import { settlePromise } from '#server/domain/billing/promised-payment/close-promise.ts';
import { enqueueReceipt } from '../fiscal/receipt.ts';
import { moneyCame } from './notices.ts';
import { totalOf, type AccountPart } from './payment.rules.ts';
import { unpaidTopic } from './topic.ts';

/** Money received for a client's account, or for both, in any way. */
export interface IncomingMoney extends AccountPart {
  /** What the same payment brings to the other account of the contract. */
  readonly other?: (AccountPart & Pick<LedgerEntry, 'text'>) | undefined;
  readonly method: NonNullable<LedgerEntry['method']>;
  /** `{source}:{the source's id of the operation}`: credited once, for ever. */
  readonly reference: string;
  /** Shown to the client in the history. */
  readonly text: string;
  /** Who issues the fiscal receipt; we, if absent. */
  readonly fiscalizedBy?: 'agent' | 'us';
  /** Number of the receipt, if a cash register that we do not know has issued it. */
  readonly givenReceipt?: string | undefined;
  /** The account of the cash desk that has taken it; absent: the provider's account of that kind of money. */
  readonly takenAt?: number | undefined;
}

/**
 * Credits money: the only way for any payment to reach a balance. The same transaction restores what it pays for,
 * closes a promised payment that is no longer needed, and tells the client. Returns the id of the ledger transaction;
 * undefined if the reference is already in the ledger.
 */
export async function credit(tx: Tx, incoming: IncomingMoney, at: At): Promise<number | undefined> {
  const { accountId, other, method, reference, text } = incoming;
  const own = { accountId, amount: incoming.amount, text };
  const parts = other ? [own, other] : [own];
  const amount = totalOf([own, other]);
  const locked = lockAccounts(
    tx,
    parts.map((part) => part.accountId),
  );
  const taken = incoming.takenAt ?? providerAccount(tx, method === 'cash' ? 'cash' : 'acquirer');
  const [from] = await Promise.all([taken, locked]);
  const transactionId = await post(tx, {
    kind: 'payment',
    reference,
    day: dayIn(at.zone, at.now),
    happenedAt: at.now,
    entries: [{ accountId: from, amount: kopecks(0 - amount), text }, ...parts.map((part) => ({ ...part, method }))],
  });
  if (transactionId !== undefined) {
    await Promise.all([
      welcomeMoney(tx, parts, transactionId, at),
      enqueueReceipt(tx, { ...incoming, amount, transactionId, kind: 'sell' }, at.now),
    ]);
  }
  return transactionId;
}

/**
 * Restores services if the payment clears their debt, then sends the client one message about the whole payment. What does not need the
 * other's answer is sent together: under a crowd each wait for an answer is the longest part of a payment.
 */
async function welcomeMoney(tx: Tx, parts: readonly AccountPart[], transactionId: number, at: At): Promise<void> {
  const came: Came[] = [];
  for (const part of parts) came.push(await cameTo(tx, part, at));
  const [first] = came;
  if (!first) return;
  await Promise.all([
    notify(tx, moneyCame, first.contractId, { transactionId, parts: came.map(({ part }) => part) }, at),
    settlePromises(tx, came, at),
  ]);
}

type Came = Awaited<ReturnType<typeof cameTo>>;

async function cameTo(tx: Tx, { accountId, amount }: AccountPart, at: At) {
  const account = await lockAccount(tx, accountId);
  const { contract_id: contractId, kind } = account;
  const [broughtBack] = await Promise.all([
    restoreLocked(tx, account, at),
    settleMatter(tx, contractId, lowTopic(kind), at.now),
    settleMatter(tx, contractId, unpaidTopic(kind), at.now),
  ]);
  // What comes back is charged at once.
  const { balance } = account.in_debt ? await lockAccount(tx, accountId) : account;
  return { accountId, contractId, part: { account: kind, amount, balance, broughtBack } };
}

async function settlePromises(tx: Tx, came: readonly Came[], at: At): Promise<void> {
  for (const { accountId, contractId } of came) await settlePromise(tx, accountId, contractId, at);
}
