import { addMonths, type Day, type Period } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#db/database.ts';
import { sql } from '#db/sql.ts';
import { AskedPeriod } from '@kabinet/contract/kernel/wire';
import { cursorOf, pageFrom, type Page, type PageWanted } from '../page/page.ts';
import { accountId, type AccountKey, type Line } from './history.queries.ts';

export interface MonthTotal {
  period: Period;
  opening: Kopecks;
  paid: Kopecks;
  charged: Kopecks;
  closing: Kopecks;
}

const readCursor = cursorOf(AskedPeriod);

/**
 * Months in which the account moved, newest first. A month closes with the balance of today without what moved in later
 * months, so that no entry is read however long the history is.
 */
export async function monthsOf(tx: Tx, account: AccountKey, wanted: PageWanted): Promise<Page<MonthTotal>> {
  const [after] = readCursor(wanted.cursor) ?? [];
  const rows = await tx.rows<MonthTotal>(sql`
    with month as (
      select m.period, m.paid_kopecks as paid, m.charged_kopecks as charged,
        (a.balance_kopecks - coalesce(sum(m.paid_kopecks - m.charged_kopecks) over (
          order by m.period desc rows between unbounded preceding and 1 preceding), 0))::bigint as closing
      from account a join account_month m using (account_id)
      where a.contract_id = ${account.contractId} and a.kind = ${account.kind}
    )
    select period, (closing - paid + charged)::bigint as opening, paid, charged, closing
    from month
    ${after === undefined ? sql`` : sql`where period < ${after}`}
    order by period desc
    limit ${wanted.limit + 1}`);
  return pageFrom(rows, wanted.limit, ({ period }) => period);
}

/** What a month was spent on. */
export interface Spent {
  readonly user_id: number | null;
  readonly phone_number: string | null;
  readonly user_name: string | null;
  /** Of a line that belongs to no service: what it says. */
  readonly text: string | null;
  readonly amount: Kopecks;
  readonly lines: number;
}

/** By service the dearest first. Reads the lines of that month only. */
export const spentOn = (tx: Tx, account: AccountKey, period: Period): Promise<Spent[]> =>
  tx.rows(sql`
    with spent as (
      select user_id, phone_number, case when user_id is null and phone_number is null then text end as text,
        -sum(amount_kopecks)::bigint as amount, count(*) as lines
      from ledger_entry e
      where account_id = (${accountId(account)}) and amount_kopecks < 0 and ${inMonth(period)}
      group by 1, 2, 3
    )
    select s.*, u.name as user_name from spent s left join service_user u using (user_id)
    order by s.amount desc, s.user_id, s.phone_number, s.text`);

/** What came in a month, by kind. */
export const cameIn = (
  tx: Tx,
  account: AccountKey,
  period: Period,
): Promise<{ kind: Line['kind']; amount: Kopecks; lines: number }[]> =>
  tx.rows(sql`
    select t.kind, sum(e.amount_kopecks)::bigint as amount, count(*) as lines
    from ledger_entry e join ledger_transaction t using (transaction_id)
    where e.account_id = (${accountId(account)}) and e.amount_kopecks > 0 and ${inMonth(period)}
    group by t.kind order by 2 desc`);

function inMonth(period: Period) {
  const first = `${period}-01` as Day;
  return sql`e.day >= ${first} and e.day < ${addMonths(first, 1)}`;
}
