import { dayIn } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { post } from './ledger.ts';
import { reversalText } from './reversal.texts.ts';

interface EntryRow {
  readonly account_id: number;
  readonly amount: Kopecks;
  readonly text: string;
  readonly user_id: number | null;
  readonly phone_number: string | null;
}

interface Reversal {
  readonly transactionId: number;
  /** Part of the reference: one transaction is reversed once for each cause. */
  readonly cause: 'reversal' | 'correction';
  /** Shown to the client after the text of the reversed line. */
  readonly why: string;
}

/** Reverses a transaction by one that points to it. Returns the id of the new one; undefined if it exists already. */
export async function reverse(
  tx: Tx,
  { transactionId, cause, why }: Reversal,
  { now, zone }: { now: Date; zone: string },
): Promise<number | undefined> {
  const entries = await tx.rows<EntryRow>(sql`
    select account_id, amount_kopecks as amount, text, user_id, phone_number from ledger_entry
    where transaction_id = ${transactionId} order by entry_id`);
  return post(tx, {
    kind: 'correction',
    reference: `${cause}:${transactionId}`,
    day: dayIn(zone, now),
    happenedAt: now,
    corrects: transactionId,
    entries: entries.map(({ account_id, amount, text, user_id, phone_number }) => ({
      accountId: account_id,
      amount: kopecks(0 - amount),
      text: reversalText(text, why),
      ...(user_id !== null && { userId: user_id }),
      ...(phone_number !== null && { phoneNumber: phone_number }),
    })),
  });
}
