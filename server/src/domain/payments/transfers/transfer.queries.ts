import type { Day, Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

/** A line of the bank's statement. */
export interface BankTransfer {
  /** The payer in the statement: account, INN or bank. Document numbers are unique within a payer. */
  readonly payer: string;
  readonly documentNo: string;
  readonly day: Day;
  readonly amount: Kopecks;
  readonly purpose: string;
}

export interface TransferRow {
  readonly transfer_id: number;
  readonly payer: string;
  readonly document_no: string;
  readonly day: Day;
  readonly amount: Kopecks;
  readonly purpose: string;
  readonly transaction_id: number | null;
}

const TRANSFER = sql`transfer_id, payer, document_no, day, amount_kopecks as amount, purpose, transaction_id`;

/** Undefined if the transfer was imported before. */
export const insertTransfer = (tx: Tx, transfer: BankTransfer, now: Date): Promise<TransferRow | undefined> =>
  tx.maybe(sql`
    insert into bank_transfer (payer, document_no, day, amount_kopecks, purpose, imported_at)
    values (${transfer.payer}, ${transfer.documentNo}, ${transfer.day}, ${transfer.amount}, ${transfer.purpose}, ${now})
    on conflict (payer, document_no, day, amount_kopecks) do nothing
    returning ${TRANSFER}`);

export const lockTransfer = (tx: Tx, transferId: number): Promise<TransferRow | undefined> =>
  tx.maybe(sql`select ${TRANSFER} from bank_transfer where transfer_id = ${transferId} for update`);

export async function setCredited(tx: Tx, transferId: number, accountId: number, transactionId: number): Promise<void> {
  await tx.run(sql`
    update bank_transfer set account_id = ${accountId}, transaction_id = ${transactionId}
    where transfer_id = ${transferId}`);
}

export const transferById = (tx: Tx, transferId: number): Promise<TransferRow | undefined> =>
  tx.maybe(sql`select ${TRANSFER} from bank_transfer where transfer_id = ${transferId}`);

export interface EarlierTransfers {
  readonly contract_id: number;
  readonly account_no: string;
  readonly times: number;
}

/** More accounts than these are no payer's own: he is a bank, or an office that pays for many. */
const MOST_ACCOUNTS = 5;

/** Where transfers of the payer went since a day, the most frequent first; nothing of who pays for many. */
export const transfersOfPayer = (tx: Tx, payer: string, since: Day): Promise<EarlierTransfers[]> =>
  tx.rows(sql`
    select contract_id, account_no, times
    from (
      select c.contract_id, a.account_no, count(*) as times, count(*) over () as accounts
      from bank_transfer t join account a using (account_id) join contract c using (contract_id)
      where t.payer = ${payer} and t.day >= ${since} group by c.contract_id, a.account_no
    ) earlier
    where accounts <= ${MOST_ACCOUNTS} order by times desc, account_no`);

/** Transfers that wait for a person, oldest first. */
export const UNKNOWN_TRANSFER = sql`transaction_id is null`;

interface UnknownTransfer extends TransferRow {
  /** Where it was by mistake, the last time. */
  readonly undone: { readonly account_no: string; readonly at: Instant; readonly reason: string } | null;
}

export const unknownTransfers = (tx: Tx): Promise<UnknownTransfer[]> =>
  tx.rows(sql`
    select ${TRANSFER}, (
      select jsonb_build_object('account_no', a.account_no, 'at', u.undone_at, 'reason', u.reason)
      from bank_transfer_undo u join account a on a.account_id = u.account_id
      where u.transfer_id = bank_transfer.transfer_id order by u.undone_at desc limit 1
    ) as undone
    from bank_transfer where ${UNKNOWN_TRANSFER} order by day, transfer_id`);
