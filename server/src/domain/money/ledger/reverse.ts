import { dayIn } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#db/database.ts';
import { sql } from '#db/sql.ts';
import { post } from './ledger.ts';

interface EntryRow {
  readonly account_id: number;
  readonly amount: Kopecks;
  readonly text: string;
  readonly user_id: number | null;
  readonly phone_number: string | null;
}

/** Reverses any transaction by one that points to it; repeating it changes nothing. */
export async function reverse(
  tx: Tx,
  transactionId: number,
  why: string,
  { now, zone }: { now: Date; zone: string },
): Promise<void> {
  const entries = await tx.rows<EntryRow>(sql`
    select account_id, amount_kopecks as amount, text, user_id, phone_number from ledger_entry
    where transaction_id = ${transactionId} order by entry_id`);
  await post(tx, {
    kind: 'correction',
    reference: `reversal:${transactionId}`,
    day: dayIn(zone, now),
    happenedAt: now,
    corrects: transactionId,
    entries: entries.map(({ account_id, amount, text, user_id, phone_number }) => ({
      accountId: account_id,
      amount: kopecks(0 - amount),
      text: `${why}: ${text}`,
      ...(user_id !== null && { userId: user_id }),
      ...(phone_number !== null && { phoneNumber: phone_number }),
    })),
  });
}
