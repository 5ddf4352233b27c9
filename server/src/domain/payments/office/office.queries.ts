import type { Day, Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

/** A payment in cash that an operator has posted. */
export interface OfficePayment {
  readonly transaction_id: number;
  readonly account_id: number;
  readonly amount: Kopecks;
  readonly text: string;
  readonly day: Day;
  readonly happened_at: Instant;
  /** Whether our cash register issues its receipt. */
  readonly is_ours: boolean;
}

export const officePayment = (tx: Tx, transactionId: number): Promise<OfficePayment | undefined> =>
  tx.maybe(sql`
    select t.transaction_id, e.account_id, e.amount_kopecks as amount, e.text, t.day, t.happened_at,
      exists (select from fiscal_receipt r where r.transaction_id = t.transaction_id and r.given_number is null) as is_ours
    from ledger_transaction t join ledger_entry e using (transaction_id) join account a using (account_id)
    where t.transaction_id = ${transactionId} and t.kind = 'payment' and t.reference like 'office:%'
      and a.contract_id is not null`);

/** What has taken the payment back, if anything has. */
export const takenBackBy = (tx: Tx, transactionId: number): Promise<{ happened_at: Instant } | undefined> =>
  tx.maybe(sql`
    select happened_at from ledger_transaction where corrects_transaction_id = ${transactionId} order by transaction_id limit 1`);
