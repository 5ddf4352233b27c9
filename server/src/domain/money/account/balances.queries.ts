import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

interface AccountBalance {
  readonly kind: 'i' | 't';
  readonly account_no: string;
  readonly balance: Kopecks;
  readonly credit_limit: Kopecks;
}

/** The accounts of a contract, the internet one first. */
export const accountBalancesOf = (tx: Tx, contractId: number): Promise<AccountBalance[]> =>
  tx.rows(sql`
    select kind, account_no, balance_kopecks as balance, credit_limit_kopecks as credit_limit
    from account where contract_id = ${contractId} order by kind`);
