import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { At } from '#server/domain/billing/debt/debt.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { findAccount } from '../payment-agents/payment-agent.queries.ts';
import { credit } from '../payment/credit.ts';

/** Cash paid in the provider's office. */
export interface OfficeCash {
  readonly account: string;
  readonly amount: Kopecks;
  /** Number of the cash document: one document is one payment, for ever. */
  readonly document: string;
  readonly text: string;
  /** Number of the receipt that a separate cash register has given. Without it our register issues the receipt. */
  readonly givenReceipt: string | undefined;
  /** The account of the cash desk that has taken it; absent: the office's cash. */
  readonly takenAt?: number | undefined;
}

/** `known`: that very payment is in the ledger already. */
export interface OfficeCredit {
  readonly outcome: 'credited' | 'known';
  readonly transactionId: number;
}

/** Credits cash once per document. Throws a `Problem` if the account or the document forbids it. */
export async function postCash(tx: Tx, cash: OfficeCash, at: At): Promise<OfficeCredit> {
  const { account: typed, amount, document, text, givenReceipt, takenAt } = cash;
  const account = await findAccount(tx, typed);
  if (!account) throw new Problem('account_unknown');
  const { account_id: accountId } = account;
  const reference = `office:${document}`;
  const incoming = { accountId, amount, method: 'cash', reference, text, givenReceipt, takenAt } as const;
  const transactionId = await credit(tx, incoming, at);
  if (transactionId !== undefined) return { outcome: 'credited', transactionId };
  return knownAs(await postedBefore(tx, reference), { accountId, amount });
}

function knownAs(known: PostedBefore, same: { accountId: number; amount: Kopecks }): OfficeCredit {
  if (known.is_undone) throw new Problem('document_undone');
  const isSame = known.account_id === same.accountId && known.amount === same.amount;
  if (!isSame) throw new Problem('document_conflict');
  return { outcome: 'known', transactionId: known.transaction_id };
}

interface PostedBefore {
  readonly transaction_id: number;
  readonly account_id: number;
  readonly amount: Kopecks;
  readonly is_undone: boolean;
}

const postedBefore = (tx: Tx, reference: string): Promise<PostedBefore> =>
  tx.one(sql`
    select t.transaction_id, e.account_id, e.amount_kopecks as amount, exists (
      select from ledger_transaction r where r.corrects_transaction_id = t.transaction_id and r.is_reversal) as is_undone
    from ledger_transaction t join ledger_entry e using (transaction_id) join account a using (account_id)
    where t.reference = ${reference} and a.contract_id is not null`);
