import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

// Calls that another billing charges count as charged (migration 0214, decision 0301).

/** Calls that nobody has charged yet go with the accounts to the other side. */
export const giveCallsAway = (tx: Tx, accounts: readonly number[]): Promise<number> =>
  tx.run(sql`
    update call_month m
    set charged_kopecks = m.amount_kopecks, outside_kopecks = m.outside_kopecks + m.amount_kopecks - m.charged_kopecks
    from call_line l
    where l.account_id = any(${accounts}::bigint[]) and m.phone_number = l.number and m.amount_kopecks > m.charged_kopecks`);
