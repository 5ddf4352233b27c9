import { addDays, addMonths, type Day, type Instant, type Period } from '@kabinet/contract/kernel/day';
import { parseRubles, type Kopecks } from '@kabinet/contract/kernel/money';
import { AskedDay } from '@kabinet/contract/kernel/call/wire';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import { cursorOf, lastId, pageFrom, type Page, type PageWanted } from '#server/domain/shared/page.ts';
import { SIDES } from '../ledger/sides.ts';
import type { LineKind } from './line-kind.rules.ts';

/** An account of a client: `i` or `t` of the contract. */
export interface AccountKey {
  readonly contractId: number;
  readonly kind: 'i' | 't';
}

interface OtherLine {
  readonly entry_id: number;
  readonly day: Day;
  readonly text: string;
  readonly amount: Kopecks;
}

/** The fiscal receipt; a client sees only whether it is issued. */
export interface FiscalReceipt {
  readonly state: 'due' | 'done';
  readonly url: string | null;
  readonly fn_number: string | null;
  readonly fd_number: string | null;
  readonly fpd: string | null;
  /** Number of a receipt that a separate cash register has given; then the four above are null. */
  readonly number: string | null;
}

/** The kind of `ledger_transaction t` as it is told: a reversal is a correction for processes that do not know it. */
export const LINE_KIND = sql`case when t.is_reversal then 'reversal' else t.kind end`;

/** A line of the history as read from the database. */
export interface AccountHistoryLine {
  readonly entry_id: number;
  readonly day: Day;
  readonly at: Instant;
  readonly amount: Kopecks;
  readonly kind: LineKind;
  /** Which sum of its month includes it. */
  readonly side: 'paid' | 'charged';
  readonly text: string;
  readonly method: string | null;
  readonly user_id: number | null;
  readonly phone_number: string | null;
  readonly user_name: string | null;
  readonly period: string | null;
  readonly service_from: Day | null;
  readonly service_until: Day | null;
  readonly rate_kopecks: Kopecks | null;
  readonly rate_unit: 'month' | 'day' | null;
  /** What it would have cost without a price of the client's own. */
  readonly full_rate_kopecks: Kopecks | null;
  readonly corrects: OtherLine | null;
  readonly corrected_by: OtherLine[];
  readonly fiscal_receipt: FiscalReceipt | null;
}

/** Paid in, charged, or both; a return is on the side of what it returns. */
export type HistorySide = 'in' | 'out' | 'both';

export interface HistoryWanted extends PageWanted {
  readonly side: HistorySide;
  readonly period?: Period | undefined;
  readonly from?: Day | undefined;
  /** The last day, inclusive. */
  readonly until?: Day | undefined;
  readonly user_id?: number | undefined;
  readonly phone_number?: string | undefined;
  /** A part of the text or of the service's name, or an exact sum. */
  readonly q?: string | undefined;
}

/** Maximum lines scanned for one page: a page costs the same wherever it begins and however rare its lines are. */
export const LOOKED_THROUGH = 1000;

/**
 * Lines of the account, newest first; empty if the contract has no such account. Filters without an index (text, sum, a
 * side of one service) scan a fixed number of lines: a page may hold fewer lines than requested, or none, and still
 * have a next page.
 */
export async function historyLinesOf(
  tx: Tx,
  account: AccountKey,
  wanted: HistoryWanted,
): Promise<Page<AccountHistoryLine>> {
  const sieve = sieveOf(wanted);
  if (sieve) return siftedLines(tx, account, wanted, sieve);
  const window = linesWindow(account, wanted, wanted.limit + 1);
  const lines = explained(sql`(${window})`, sql`(select name from service_user where user_id = f.user_id)`);
  return pageFrom(await tx.rows<AccountHistoryLine>(sql`${lines} ${NEWEST_FIRST}`), wanted.limit, lineCursor);
}

/** The scanned lines that pass the filter; the next page continues where the scan ended. */
async function siftedLines(
  tx: Tx,
  account: AccountKey,
  wanted: HistoryWanted,
  sieve: Sql,
): Promise<Page<AccountHistoryLine>> {
  const rows = await tx.rows<(AccountHistoryLine | { entry_id: null }) & Edge>(siftedStatement(account, wanted, sieve));
  const found = rows.filter((row): row is AccountHistoryLine & Edge => row.entry_id !== null);
  const page = pageFrom(found.map(lineOnly), wanted.limit, lineCursor);
  const [edge] = rows;
  if (page.next !== null || edge?.looked !== LOOKED_THROUGH) return page;
  return { items: page.items, next: `${edge.last_day}.${edge.last_entry_id}` };
}

/** The end of the scan. */
interface Edge {
  readonly looked: number;
  readonly last_day: Day;
  readonly last_entry_id: number;
}

const lineOnly = ({
  looked: _,
  last_day: _day,
  last_entry_id: _entry,
  ...line
}: AccountHistoryLine & Edge): AccountHistoryLine => line;

export const lineCursor = (last: Pick<AccountHistoryLine, 'day' | 'entry_id'>): string =>
  `${last.day}.${last.entry_id}`;

const NEWEST_FIRST = sql`order by day desc, entry_id desc`;

const siftedStatement = (account: AccountKey, wanted: HistoryWanted, sieve: Sql): Sql => sql`
  with looked as materialized (${linesWindow(account, wanted, LOOKED_THROUGH)}), edge as (
    select count(*) as looked,
      (array_agg(day order by day, entry_id))[1] as last_day, (array_agg(entry_id order by day, entry_id))[1] as last_entry_id
    from looked
  ), found as (
    select * from (select looked.*, u.name as user_name from looked left join service_user u using (user_id)) line where ${sieve} ${NEWEST_FIRST} limit ${wanted.limit + 1}
  )
  select edge.*, line.* from edge left join (${explained(sql`found`)}) line on true ${NEWEST_FIRST}`;

const COLUMNS = sql`entry_id, transaction_id, account_id, day, happened_at, amount_kopecks, text, method, user_id, phone_number,
  period, service_from, service_until, rate_kopecks, rate_unit, full_rate_kopecks, is_return`;

/** The lines to scan, read by an index from the cursor on. */
export function linesWindow(account: AccountKey, wanted: HistoryWanted, looked: number): Sql {
  const own = sql`account_id = (${accountId(account)}) ${within(wanted)} ${after(wanted.cursor)}`;
  const read = (condition: Sql) => sql`
    (select ${COLUMNS} from ledger_entry where ${own} and ${condition} ${NEWEST_FIRST} limit ${looked})`;
  if (wanted.user_id !== undefined) return read(sql`user_id = ${wanted.user_id}`);
  if (wanted.phone_number !== undefined) return read(sql`phone_number = ${wanted.phone_number}`);
  if (wanted.side !== 'both') return read(SIDES[wanted.side]);
  // Each side has its own index, and none covers both: the newest lines are among the newest of each side.
  return sql`select * from (${read(SIDES.in)} union all ${read(SIDES.out)}) both_sides
    ${NEWEST_FIRST} limit ${looked}`;
}

function within({ period, from, until }: HistoryWanted): Sql {
  const first = [period && (`${period}-01` as Day), from].filter((day) => day !== undefined);
  const last = [period && addDays(addMonths(`${period}-01` as Day, 1), -1), until].filter((day) => day !== undefined);
  return [...first.map((day) => sql`and day >= ${day}`), ...last.map((day) => sql`and day <= ${day}`)].reduce(
    (all, one) => sql`${all} ${one}`,
    sql``,
  );
}

function after(cursor: string | undefined): Sql {
  const [day, entryId] = readCursor(cursor) ?? [];
  return day === undefined ? sql`` : sql`and (day, entry_id) < (${day}, ${entryId})`;
}

/** Conditions that no index covers; undefined if there are none. */
function sieveOf({ q = '', ...wanted }: HistoryWanted): Sql | undefined {
  const bySide = ofOneSide(wanted);
  const byText = q === '' ? undefined : matches(q);
  return bySide && byText ? sql`${bySide} and ${byText}` : (bySide ?? byText);
}

/** The index of a service or number covers both sides. */
function ofOneSide({ side, user_id, phone_number }: HistoryWanted): Sql | undefined {
  return side === 'both' || (user_id ?? phone_number) === undefined ? undefined : SIDES[side];
}

/** Lower case, «ё» as «е», every kind of space as a plain space. */
const foldedText = (text: Sql): Sql =>
  sql`translate(lower((${text}) collate "und-x-icu"), 'ё' || chr(160) || chr(8239), 'е  ')`;
/** The same for the search text: once, not for every line. */
const folded = (text: string): string => text.toLowerCase().replaceAll('ё', 'е').replace(/\s/g, ' ');

function matches(q: string): Sql {
  const sum = parseRubles(q);
  const inText = sql`position(${folded(q)} in ${foldedText(sql`text || ' ' || coalesce(user_name, '')`)}) > 0`;
  return sum === undefined ? inText : sql`(abs(amount_kopecks) = ${sum} or ${inText})`;
}

/** Lines with their explanations: their kind, what they correct or are corrected by, their fiscal receipt. */
export const explained = (lines: Sql, userName = sql`f.user_name`): Sql => sql`
  select f.entry_id, f.day, f.happened_at as at, f.amount_kopecks as amount, ${LINE_KIND} as kind,
    case when (f.amount_kopecks > 0) <> f.is_return then 'paid' else 'charged' end as side, f.text, f.method, f.user_id, f.phone_number,
    ${userName} as user_name, f.period, f.service_from, f.service_until, f.rate_kopecks, f.rate_unit, f.full_rate_kopecks,
    case when t.corrects_transaction_id is not null then (
      select ${OTHER_LINE} from ledger_entry e
      where e.transaction_id = t.corrects_transaction_id and e.account_id = f.account_id
      order by ${IS_SAME_SERVICE} desc, e.entry_id
      limit 1
    ) end as corrects,
    coalesce((
      select json_agg(${OTHER_LINE} order by e.entry_id)
      from ledger_transaction c join ledger_entry e on e.transaction_id = c.transaction_id
      where c.corrects_transaction_id = t.transaction_id and e.account_id = f.account_id and ${IS_SAME_SERVICE}
    ), '[]') as corrected_by,
    case when t.kind in ('payment', 'refund') or t.is_reversal then (
      select ${FISCAL_RECEIPT} from fiscal_receipt r where r.transaction_id = t.transaction_id
    ) end as fiscal_receipt
  from ${lines} f join ledger_transaction t on t.transaction_id = f.transaction_id`;

/** As `FiscalReceipt`, of `fiscal_receipt r`. */
export const FISCAL_RECEIPT = sql`case when r.state = 'done'
  then jsonb_build_object('state', 'done', 'url', nullif(r.url, ''), 'fn_number', r.fn_number, 'fd_number', r.fd_number, 'fpd', r.fpd,
    'number', r.given_number)
  when r.state is not null
  then jsonb_build_object('state', 'due', 'url', null, 'fn_number', null, 'fd_number', null, 'fpd', null, 'number', null) end`;
const OTHER_LINE = sql`json_build_object('entry_id', e.entry_id, 'day', e.day, 'text', e.text, 'amount', e.amount_kopecks)`;
const IS_SAME_SERVICE = sql`(e.user_id is not distinct from f.user_id and e.phone_number is not distinct from f.phone_number)`;

export const accountId = ({ contractId, kind }: AccountKey): Sql =>
  sql`select account_id from account where contract_id = ${contractId} and kind = ${kind}`;

const readCursor = cursorOf(AskedDay, lastId);
