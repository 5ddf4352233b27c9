import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { givenBack } from '#server/domain/money/ledger/given-back.queries.ts';
import { reverse } from '#server/domain/money/ledger/reverse.ts';
import { lockAccounts } from '../debt/debt.queries.ts';
import { restoreAfterDebt } from '../debt/debt.ts';

/**
 * Gives back a whole charge by a transaction that points to it, and restores services that this pays for; repeating it
 * changes nothing.
 */
export async function correct(
  tx: Tx,
  transactionId: number,
  why: string,
  at: { now: Date; zone: string },
): Promise<'corrected' | 'known' | 'unknown'> {
  const clients = await clientsCharged(tx, transactionId);
  if (clients.length === 0) return 'unknown';
  const accounts = clients.map(({ account_id }) => account_id);
  // Whoever gives days back holds the account, so they are seen below.
  await lockAccounts(tx, accounts);
  // Some of its days may have been given back already: never return more than was taken.
  if (await isGivenBack(tx, transactionId, accounts)) return 'known';
  const posted = await reverse(tx, { transactionId, cause: 'correction', why }, at);
  await tx.run(sql`update fee_charged set amount_kopecks = 0 where transaction_id = ${transactionId}`);
  if (posted === undefined) return 'known';
  for (const accountId of accounts) await restoreAfterDebt(tx, accountId, at);
  return 'corrected';
}

/** Whether something of a charge has come back and stays. */
const isGivenBack = async (tx: Tx, transactionId: number, accounts: readonly number[]): Promise<boolean> =>
  (await tx.run(sql`
    select from unnest(${accounts}::bigint[]) as client (account_id)
    where ${givenBack(sql`${transactionId}`, sql`client.account_id`)} <> 0`)) > 0;

/** Clients' accounts that the transaction charged; empty if it is not a charge. */
const clientsCharged = (tx: Tx, transactionId: number): Promise<{ account_id: number }[]> =>
  tx.rows(sql`
    select distinct account_id
    from ledger_entry join ledger_transaction using (transaction_id) join account using (account_id)
    where transaction_id = ${transactionId} and ledger_transaction.kind = 'charge' and contract_id is not null`);

/** What the clients of a charge were given back by hand on a day, whoever has done it. */
export const correctedOn = async (tx: Tx, transactionId: number, day: Day): Promise<Kopecks> =>
  (
    await tx.one<{ sum: Kopecks }>(sql`
      select coalesce(sum(e.amount_kopecks), 0)::bigint as sum
      from ledger_entry e join ledger_transaction t using (transaction_id)
      where e.day = ${day} and t.kind = 'correction' and t.reference like 'correction:%' and e.account_id in (
        select account_id from ledger_entry join account using (account_id)
        where transaction_id = ${transactionId} and contract_id is not null)`)
  ).sum;
