import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#db/database.ts';
import { sql } from '#db/sql.ts';

interface AccountRow {
  readonly kind: 'i' | 't';
  readonly account_no: string;
  readonly balance: Kopecks;
  readonly credit_limit: Kopecks;
}

export const accountsOf = (tx: Tx, contractId: number): Promise<AccountRow[]> =>
  tx.rows(sql`
    select kind, account_no, balance_kopecks as balance, credit_limit_kopecks as credit_limit
    from account where contract_id = ${contractId} order by kind`);

export async function hasContract(tx: Tx, contractId: number): Promise<boolean> {
  return (await tx.maybe(sql`select 1 from contract where contract_id = ${contractId}`)) !== undefined;
}

export async function countEntries(tx: Tx): Promise<{ transactions: number; entries: number }> {
  return tx.one(sql`
    select (select count(*) from ledger_transaction) as transactions, (select count(*) from ledger_entry) as entries`);
}
