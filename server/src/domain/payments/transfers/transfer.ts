import type { Tx } from '#server/db/database.ts';
import type { At } from '#server/domain/billing/debt/debt.ts';
import { credit } from '../payment/credit.ts';
import { findAccount, type PayableAccountRow } from '../payment-agents/payment-agent.queries.ts';
import { accountsNamed } from './purpose.rules.ts';
import { timesUndone } from './undo.queries.ts';
import { insertTransfer, lockTransfer, setCredited, type BankTransfer, type TransferRow } from './transfer.queries.ts';

/** `known`: imported before; `unknown`: kept until a person finds its account. */
type Imported = 'credited' | 'known' | 'unknown';

/** Imports a line of the bank's statement once, and credits it if its purpose names exactly one account of ours. */
export async function importTransfer(tx: Tx, transfer: BankTransfer, at: At): Promise<Imported> {
  const row = await insertTransfer(tx, transfer, at.now);
  if (!row) return 'known';
  const account = await accountOf(tx, transfer.purpose);
  if (!account) return 'unknown';
  await creditTransfer(tx, row, account.account_id, at);
  return 'credited';
}

type Assigned = 'known' | 'no_transfer' | 'no_account' | { readonly accountId: number };

/** Credits a transfer to the account that a person has found, even of a closed contract: the person is responsible. */
export async function assignTransfer(tx: Tx, transferId: number, typed: string, at: At): Promise<Assigned> {
  const row = await lockTransfer(tx, transferId);
  if (!row) return 'no_transfer';
  if (row.transaction_id !== null) return 'known';
  const account = await findAccount(tx, typed);
  if (!account) return 'no_account';
  await creditTransfer(tx, row, account.account_id, at);
  return { accountId: account.account_id };
}

async function accountOf(tx: Tx, purpose: string): Promise<PayableAccountRow | undefined> {
  const found = await Promise.all(accountsNamed(purpose).map((number) => findAccount(tx, number)));
  const [account, ...others] = [...new Map(found.map((row) => [row?.account_id, row])).values()];
  return others.length === 0 && account?.is_closed === false ? account : undefined;
}

async function creditTransfer(tx: Tx, row: TransferRow, accountId: number, at: At): Promise<void> {
  const { transfer_id, document_no, amount } = row;
  const transactionId = await credit(
    tx,
    {
      accountId,
      amount,
      method: 'transfer',
      reference: await referenceOf(tx, transfer_id),
      text: `Банковский перевод, документ № ${document_no}`,
    },
    at,
  );
  if (transactionId === undefined) throw new Error(`Transfer ${transfer_id} stands in the books and has no account`);
  await setCredited(tx, transfer_id, accountId, transactionId);
}

/** One transfer is credited once; after an undo, once more. */
async function referenceOf(tx: Tx, transferId: number): Promise<string> {
  const times = await timesUndone(tx, transferId);
  return times === 0 ? `transfer:${transferId}` : `transfer:${transferId}:${times + 1}`;
}
