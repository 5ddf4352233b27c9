import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

interface CreditedTransfer {
  readonly account_id: number;
  readonly account_no: string;
  readonly happened_at: Instant;
  /** Whether something has given its money back already, wholly or in part. */
  readonly is_returned: boolean;
}

/** Where a transfer was credited; undefined: nowhere. */
export const creditedTransfer = (tx: Tx, transferId: number): Promise<CreditedTransfer | undefined> =>
  tx.maybe(sql`
    select a.account_id, a.account_no, t.happened_at,
      exists (select from ledger_transaction c where c.corrects_transaction_id = t.transaction_id) as is_returned
    from bank_transfer b join account a using (account_id) join ledger_transaction t using (transaction_id)
    where b.transfer_id = ${transferId}`);

interface Undone {
  readonly transferId: number;
  readonly transactionId: number;
  readonly reversalId: number;
  readonly accountId: number;
  readonly by: string;
  readonly reason: string;
  readonly now: Date;
}

/** The transfer waits for a person again, and it is kept where it was. */
export async function setUndone(tx: Tx, undone: Undone): Promise<void> {
  const { transferId, transactionId, reversalId, accountId, by, reason, now } = undone;
  await tx.run(sql`
    insert into bank_transfer_undo (transaction_id, reversal_id, transfer_id, account_id, undone_at, undone_by, reason)
    values (${transactionId}, ${reversalId}, ${transferId}, ${accountId}, ${now}, ${by}, ${reason})`);
  await tx.run(sql`
    update bank_transfer set account_id = null, transaction_id = null where transfer_id = ${transferId}`);
}

/** How often it was taken back: each credit has a reference of its own. */
export const timesUndone = async (tx: Tx, transferId: number): Promise<number> =>
  (
    await tx.one<{ times: number }>(sql`
    select count(*)::integer as times from bank_transfer_undo where transfer_id = ${transferId}`)
  ).times;
