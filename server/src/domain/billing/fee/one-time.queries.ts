import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

interface OneTimeCharge {
  readonly accountNo: string;
  /** Unique name of the charge; a second one with the same name is ignored. */
  readonly what: string;
  readonly text: string;
  readonly amount: Kopecks;
  readonly day: Day;
}

/** Orders a charge, taken by the next run or after a payment that makes it possible. */
export async function orderOneTimeCharge(tx: Tx, charge: OneTimeCharge): Promise<'ordered' | 'known' | 'unknown'> {
  const account = await tx.maybe<{ account_id: number }>(sql`
    select account_id from account where account_no = ${charge.accountNo} and contract_id is not null`);
  if (!account) return 'unknown';
  const inserted = await tx.run(sql`
    insert into one_time_charge (account_id, what, text, amount_kopecks, day)
    values (${account.account_id}, ${charge.what}, ${charge.text}, ${charge.amount}, ${charge.day})
    on conflict (what) do nothing`);
  return inserted === 1 ? 'ordered' : 'known';
}
