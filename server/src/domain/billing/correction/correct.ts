import { dayIn } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#db/database.ts';
import { sql } from '#db/sql.ts';
import { post } from '#domain/money/ledger/ledger.ts';
import { comeBack } from '../debt/debt.ts';

interface EntryRow {
  readonly account_id: number;
  readonly amount: Kopecks;
  readonly text: string;
  readonly user_id: number | null;
  readonly phone_number: string | null;
}

const clientsAmong = (tx: Tx, entries: readonly EntryRow[]): Promise<{ account_id: number }[]> =>
  tx.rows(sql`
    select account_id from account
    where account_id = any(${entries.map(({ account_id }) => account_id)}::bigint[]) and contract_id is not null`);

/**
 * Gives back a whole charge by a transaction that points to it, and restores services that this pays for; repeating it
 * changes nothing.
 */
export async function correct(
  tx: Tx,
  transactionId: number,
  why: string,
  { now, zone }: { now: Date; zone: string },
): Promise<'corrected' | 'known' | 'unknown'> {
  const entries = await tx.rows<EntryRow>(sql`
    select account_id, amount_kopecks as amount, text, user_id, phone_number
    from ledger_entry join ledger_transaction using (transaction_id)
    where transaction_id = ${transactionId} and kind = 'charge' order by entry_id`);
  if (entries.length === 0) return 'unknown';
  // Some of its days may have been given back already: never return more than was taken.
  if (await tx.maybe(sql`select 1 from ledger_transaction where corrects_transaction_id = ${transactionId}`))
    return 'known';
  const posted = await post(tx, {
    kind: 'correction',
    reference: `correction:${transactionId}`,
    day: dayIn(zone, now),
    happenedAt: now,
    corrects: transactionId,
    entries: entries.map(({ account_id, amount, text, user_id, phone_number }) => ({
      accountId: account_id,
      amount: kopecks(0 - amount),
      text: `Возврат: ${text}. ${why}`,
      ...(user_id !== null && { userId: user_id }),
      ...(phone_number !== null && { phoneNumber: phone_number }),
    })),
  });
  await tx.run(sql`update fee_charged set amount_kopecks = 0 where transaction_id = ${transactionId}`);
  if (posted === undefined) return 'known';
  const accounts = await clientsAmong(tx, entries);
  for (const { account_id } of accounts) await comeBack(tx, account_id, { now, zone });
  return 'corrected';
}
