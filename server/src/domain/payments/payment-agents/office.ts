import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#db/database.ts';
import { sql } from '#db/sql.ts';
import type { At } from '#domain/billing/debt/debt.ts';
import { credit } from '../payment/credit.ts';
import { findAccount } from './payment-agent.queries.ts';

/** Cash paid at the provider's own till. */
export interface OfficeCash {
  readonly account: string;
  readonly amount: Kopecks;
  /** Number of the cash document: one document is one payment, for ever. */
  readonly document: string;
  readonly text: string;
}

/** `known`: that very payment is in the ledger; `conflict`: the document is, with another account or sum. */
type Posted = 'credited' | 'known' | 'conflict' | 'account_unknown';

export async function postCash(
  tx: Tx,
  { account: typed, amount, document, text }: OfficeCash,
  at: At,
): Promise<Posted> {
  const account = await findAccount(tx, typed);
  if (!account) return 'account_unknown';
  const { account_id: accountId } = account;
  const reference = `office:${document}`;
  // The till in the office has printed the receipt.
  const incoming = { accountId, amount, method: 'cash', reference, text, fiscalizedBy: 'agent' } as const;
  const transactionId = await credit(tx, incoming, at);
  if (transactionId !== undefined) return 'credited';
  const same = await tx.maybe(sql`
    select from ledger_transaction join ledger_entry using (transaction_id)
    where reference = ${reference} and account_id = ${accountId} and amount_kopecks = ${amount}`);
  return same ? 'known' : 'conflict';
}
