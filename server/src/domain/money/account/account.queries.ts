import { addMonths, type Day, type Period } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import { AskedPeriod } from '@kabinet/contract/kernel/call/wire';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import { cursorOf, pageFrom, type Page, type PageWanted } from '#server/domain/shared/page.ts';
import { SIDES } from '../ledger/sides.ts';
import { accountId, LINE_KIND, type AccountKey } from './history.queries.ts';
import type { LineKind } from './line-kind.rules.ts';

export interface MonthTotal {
  period: Period;
  opening: Kopecks;
  paid: Kopecks;
  charged: Kopecks;
  closing: Kopecks;
}

const readCursor = cursorOf(AskedPeriod);

/**
 * Months with movements, newest first. A month's closing balance is today's balance minus the movements of later
 * months, so no entry is read, however long the history.
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

/** Spending of a month. */
export interface MonthSpending {
  readonly user_id: number | null;
  readonly phone_number: string | null;
  readonly user_name: string | null;
  /** The text of a line without a service. */
  readonly text: string | null;
  /** Charges minus returns. */
  readonly amount: Kopecks;
  readonly returned: Kopecks;
  /** Number of charges, without returns. */
  readonly lines: number;
}

/**
 * Charges of a month with their returns; a return of no service belongs to the line that it returns. Reads only that month's lines. A
 * large company has fifty thousand of them, so only the few returns are joined.
 */
export function chargedLines(accounts: Sql, period: Period): Sql {
  const lines = sql`select * from ledger_entry e where account_id in (${accounts}) and ${SIDES.out} and ${inMonth(period)}`;
  return sql`
    select user_id, phone_number, text, amount_kopecks as amount, false as is_return from (${lines} and not is_return) charged
    union all
    select coalesce(e.user_id, o.user_id), coalesce(e.phone_number, o.phone_number), coalesce(o.text, e.text), e.amount_kopecks, true
    from (${lines} and is_return) e
    left join lateral (
      select user_id, phone_number, text from ledger_entry
      where e.user_id is null and e.phone_number is null and account_id = e.account_id and transaction_id = (
        select corrects_transaction_id from ledger_transaction t where t.transaction_id = e.transaction_id)
      order by entry_id limit 1
    ) o on true`;
}

/** By service, the most expensive first. */
export const spentOn = (tx: Tx, account: AccountKey, period: Period): Promise<MonthSpending[]> =>
  tx.rows(sql`
    with spent as (
      select user_id, phone_number, case when user_id is null and phone_number is null then text end as text,
        -sum(amount)::bigint as amount, coalesce(sum(amount) filter (where is_return), 0)::bigint as returned,
        count(*) filter (where not is_return) as lines
      from (${chargedLines(accountId(account), period)}) line
      group by 1, 2, 3
    )
    select s.*, u.name as user_name from spent s left join service_user u using (user_id)
    where s.amount <> 0
    order by s.amount desc, s.user_id, s.phone_number, s.text`);

/** Sums paid in a month, by kind; a refund is negative. */
export const cameIn = (
  tx: Tx,
  account: AccountKey,
  period: Period,
): Promise<{ kind: LineKind; amount: Kopecks; lines: number }[]> =>
  tx.rows(sql`
    select ${LINE_KIND} as kind, sum(e.amount_kopecks)::bigint as amount, count(*) as lines
    from ledger_entry e join ledger_transaction t using (transaction_id)
    where e.account_id = (${accountId(account)}) and ${SIDES.in} and ${inMonth(period)}
    group by 1 order by 2 desc`);

function inMonth(period: Period) {
  const first = `${period}-01` as Day;
  return sql`e.day >= ${first} and e.day < ${addMonths(first, 1)}`;
}
