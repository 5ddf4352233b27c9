import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import type { At } from '#server/domain/billing/debt/debt.ts';
import { lockAccount, switchedOffForDebt } from '#server/domain/billing/debt/debt.queries.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import { providerAccount } from '#server/domain/money/ledger/ledger.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { takePaymentBack } from '../payment/take-back.ts';
import { transferUndone } from './notices.ts';
import { lockTransfer } from './transfer.queries.ts';
import { creditedTransfer, setUndone } from './undo.queries.ts';
import { undoneLine } from './undo.texts.ts';

interface TransferReturn {
  readonly transferId: number;
  /** Shown to the client of the wrong account. */
  readonly reason: string;
  readonly by: string;
}

/** The account that the transfer has left. */
interface TransferReturned {
  readonly accountNo: string;
  readonly amount: Kopecks;
  readonly balance: Kopecks;
  /** Names of what goes off for debt by it. */
  readonly switchedOff: readonly string[];
}

/**
 * Takes a transfer back from an account that it should not have reached; then it waits for a person again. Throws a `Problem`; then the
 * transaction must be rolled back.
 */
export async function undoTransfer(tx: Tx, undo: TransferReturn, at: At): Promise<TransferReturned> {
  const { transferId, reason, by } = undo;
  const row = await lockTransfer(tx, transferId);
  if (!row) throw new Problem('transfer_unknown');
  const { transaction_id: transactionId, amount } = row;
  const credited = await creditedTransfer(tx, transferId);
  if (transactionId === null || !credited) throw new Problem('transfer_not_credited');
  const { account_id: accountId, account_no: accountNo } = credited;
  // Before it is asked what was given back: a charge, or a correction, may be running.
  await lockAccount(tx, accountId);
  if ((await creditedTransfer(tx, transferId))?.is_returned) throw new Problem('transfer_returned');
  const wasOff = await offIn(tx, accountId);
  const payment = {
    transactionId,
    accountId,
    amount,
    happenedAt: new Date(credited.happened_at),
    method: 'transfer',
    text: undoneLine(reason),
    to: await providerAccount(tx, 'acquirer'),
  } as const;
  const { transactionId: reversalId, account, balance } = await takePaymentBack(tx, payment, at);
  await setUndone(tx, { transferId, transactionId, reversalId, accountId, by, reason, now: at.now });
  const told = { transactionId: reversalId, amount, balance, account: account.kind, reason };
  await notify(tx, transferUndone, account.contract_id, told, at);
  const switchedOff = (await offIn(tx, accountId)).filter((name) => !wasOff.includes(name));
  return { accountNo, amount, balance, switchedOff };
}

const offIn = async (tx: Tx, accountId: number): Promise<readonly string[]> =>
  (await switchedOffForDebt(tx, accountId)).map(({ name }) => name);
