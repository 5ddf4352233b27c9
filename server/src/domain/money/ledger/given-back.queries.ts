import { sql, type Sql } from '#server/db/sql.ts';

/**
 * What corrections of a transaction have given to an account, without what was taken again: a change that is taken back takes what it
 * had given back.
 */
export const givenBack = (transactionId: Sql, accountId: Sql): Sql => sql`(
  select coalesce(sum(back.amount_kopecks), 0)
  from ledger_transaction given join ledger_entry back using (transaction_id)
  where back.account_id = ${accountId} and given.corrects_transaction_id in (
    select ${transactionId}::bigint
    union all
    select transaction_id from ledger_transaction where corrects_transaction_id = ${transactionId}))`;
