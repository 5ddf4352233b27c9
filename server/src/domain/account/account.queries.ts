import { addDays, type Day, type Instant, type Period } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#db/database.ts';
import { sql, type Sql } from '#db/sql.ts';
import { pageFrom, readCursor, wrongCursor, type Page, type PageWanted } from '../page/page.ts';

/** An account of a client: `i` or `t` of the contract. */
export interface AccountKey {
  readonly contractId: number;
  readonly kind: 'i' | 't';
}

export interface Movement {
  entry_id: number;
  day: Day;
  at: Instant;
  amount: Kopecks;
  text: string;
  method: string | null;
  user_id: number | null;
  period: string | null;
}

export interface MonthTotal {
  period: Period;
  opening: Kopecks;
  paid: Kopecks;
  charged: Kopecks;
  closing: Kopecks;
}

/** Payments of the account, newest first; an account that the contract does not have has none. */
export const paymentsOf = (tx: Tx, account: AccountKey, wanted: PageWanted): Promise<Page<Movement>> =>
  movementsOf(tx, account, sql`amount_kopecks > 0`, wanted);

/** Charges of the account, newest first. */
export const chargesOf = (tx: Tx, account: AccountKey, wanted: PageWanted): Promise<Page<Movement>> =>
  movementsOf(tx, account, sql`amount_kopecks < 0`, wanted);

/** Read by key along the partial index of its sign: the last page costs what the first does. */
async function movementsOf(tx: Tx, account: AccountKey, sign: Sql, wanted: PageWanted): Promise<Page<Movement>> {
  const after = afterEntry(wanted.cursor);
  const rows = await tx.rows<Movement>(sql`
    select entry_id, day, happened_at as at, amount_kopecks as amount, text, method, user_id, period
    from ledger_entry
    where account_id = (${accountId(account)}) and ${sign}
      ${after === undefined ? sql`` : sql`and (day, entry_id) < (${after.day}, ${after.entryId})`}
    order by day desc, entry_id desc
    limit ${wanted.limit + 1}`);
  return pageFrom(rows, wanted.limit, entryCursor);
}

/**
 * Months in which the account moved, newest first. A month closes with the balance of today without what moved in later
 * months, so that no entry is read however long the history is.
 */
export async function monthsOf(tx: Tx, account: AccountKey, wanted: PageWanted): Promise<Page<MonthTotal>> {
  const [after] = readCursor(wanted.cursor, /^(\d{4}-\d{2})$/) ?? [];
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

const accountId = ({ contractId, kind }: AccountKey): Sql =>
  sql`select account_id from account where contract_id = ${contractId} and kind = ${kind}`;

const entryCursor = (last: Movement): string => `${last.day}.${last.entry_id}`;

function afterEntry(cursor: string | undefined): { day: Day; entryId: number } | undefined {
  const [day, entryId] = readCursor(cursor, /^(\d{4}-\d\d-\d\d)\.(\d{1,15})$/) ?? [];
  if (day === undefined) return undefined;
  // 31 February reads as a day of March.
  if (Number.isNaN(Date.parse(day)) || addDays(day as Day, 0) !== day) throw wrongCursor();
  return { day: day as Day, entryId: Number(entryId) };
}
