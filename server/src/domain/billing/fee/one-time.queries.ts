import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

interface OneTimeCharge {
  readonly accountNo: string;
  /** Unique name of the charge: it is ordered once. */
  readonly what: string;
  readonly text: string;
  readonly amount: Kopecks;
  readonly day: Day;
}

/** `conflict`: another account or sum was charged by that name. */
type Ordered = 'ordered' | 'known' | 'conflict' | 'unknown';

/** Orders a charge, and locks its account, so that of two at once the second counts the first; it is taken by the next run or after a payment that makes it possible. */
export async function orderOneTimeCharge(tx: Tx, charge: OneTimeCharge): Promise<Ordered> {
  const account = await tx.maybe<{ account_id: number }>(sql`
    select account_id from account where account_no = ${charge.accountNo} and contract_id is not null for no key update`);
  if (!account) return 'unknown';
  const inserted = await tx.run(sql`
    insert into one_time_charge (account_id, what, text, amount_kopecks, day)
    values (${account.account_id}, ${charge.what}, ${charge.text}, ${charge.amount}, ${charge.day})
    on conflict (what) do nothing`);
  if (inserted === 1) return 'ordered';
  const same = await tx.maybe(sql`
    select from one_time_charge
    where what = ${charge.what} and account_id = ${account.account_id} and amount_kopecks = ${charge.amount}`);
  return same ? 'known' : 'conflict';
}

/** What documents charge an account on a day, whoever has ordered it. */
export const chargedByDocuments = async (
  tx: Tx,
  { accountNo, day }: Pick<OneTimeCharge, 'accountNo' | 'day'>,
): Promise<Kopecks> =>
  (
    await tx.one<{ sum: Kopecks }>(sql`
      select coalesce(sum(amount_kopecks), 0)::bigint as sum from one_time_charge
      where account_id = (select account_id from account where account_no = ${accountNo} and contract_id is not null)
        and day = ${day} and what like 'document:%'`)
  ).sum;
