import type { Instant, Period } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import { cursorOf, lastId, lastMoment, pageFrom, type Page, type PageWanted } from '#server/domain/shared/page.ts';

export interface CallsWanted {
  readonly number: string;
  readonly period: string;
  readonly direction?: 'in' | 'out' | undefined;
  readonly zone?: string | undefined;
  /** Digits of the other number. */
  readonly q?: string | undefined;
}

export interface NumberCall {
  call_id: number;
  at: Instant;
  number: string;
  direction: 'in' | 'out';
  zone: string;
  seconds: number;
  amount: Kopecks;
  covered_seconds: number;
}

/** Calls of a line in a period, newest first, by one index: the last page costs as much as the first. */
export async function callsOf(tx: Tx, wanted: CallsWanted, page: PageWanted): Promise<Page<NumberCall>> {
  const rows = await tx.rows<NumberCall>(callsStatement(wanted, page));
  return pageFrom(rows, page.limit, ({ at, call_id }) => `${Date.parse(at)}.${call_id}`);
}

/** Calls read and written at once. */
const AT_ONCE = 500;

/** All calls of a line in a period, newest first, in parts. */
export async function* callPages(tx: Tx, { number, period }: CallsWanted): AsyncGenerator<NumberCall[]> {
  let cursor: string | undefined;
  do {
    const { items, next } = await callsOf(tx, { number, period }, { limit: AT_ONCE, cursor });
    yield items;
    cursor = next ?? undefined;
  } while (cursor !== undefined);
}

const readCursor = cursorOf(lastMoment, lastId);

/** Reads one row more than the page holds. */
export function callsStatement({ number, period, direction, zone, q }: CallsWanted, page: PageWanted): Sql {
  const [after, id] = readCursor(page.cursor) ?? [];
  return sql`
    select call_record_id as call_id, started_at as at, other_number as number, direction, zone, seconds,
      amount_kopecks as amount, covered_seconds
    from call_record
    where phone_number = ${number} and period = ${period}
      ${after === undefined ? sql`` : sql`and (started_at, call_record_id) < (${after}, ${id})`}
      ${direction === undefined ? sql`` : sql`and direction = ${direction}`}
      ${zone === undefined ? sql`` : sql`and zone = ${zone}`}
      ${q === undefined ? sql`` : sql`and position(${q} in other_number) > 0`}
    order by started_at desc, call_record_id desc
    limit ${page.limit + 1}`;
}

export interface CallTotal {
  zone: string;
  zone_name: string;
  direction: 'in' | 'out';
  calls: number;
  seconds: number;
  covered_seconds: number;
  amount: Kopecks;
}

/** Stored totals of the period; no call is read. */
export const totalsOf = (tx: Tx, number: string, period: string): Promise<CallTotal[]> =>
  tx.rows(totalsStatement(number, period));

export const totalsStatement = (number: string, period: string): Sql => sql`
  select zone, name as zone_name, direction, calls, seconds, covered_seconds, amount_kopecks as amount
  from call_total join call_zone using (zone)
  where phone_number = ${number} and period = ${period} and calls > 0
  order by direction desc, position`;

interface CallHour {
  hour: number;
  direction: 'in' | 'out';
  calls: number;
  missed: number;
  seconds: number;
}

/** Calls of the period by the hour of the day in an IANA zone; no call is read. */
export const callHoursOf = (tx: Tx, number: string, period: string, zone: string): Promise<CallHour[]> =>
  tx.rows(hoursStatement(number, period, zone));

export const hoursStatement = (number: string, period: string, zone: string): Sql => sql`
  select extract(hour from hour_began at time zone ${zone})::integer as hour, direction, sum(calls)::integer as calls,
    sum(missed)::integer as missed, sum(seconds)::bigint as seconds
  from call_hour
  where phone_number = ${number} and period = ${period}
  group by 1, 2
  having sum(calls) > 0
  order by 1, 2 desc`;

const MOST_PERIODS = 36;

/** Periods in which the line has calls, newest first. */
export async function periodsOf(tx: Tx, number: string): Promise<Period[]> {
  const rows = await tx.rows<{ period: Period }>(periodsStatement(number));
  return rows.map(({ period }) => period);
}

export const periodsStatement = (number: string): Sql => sql`
  select period from call_month where phone_number = ${number} order by period desc limit ${MOST_PERIODS}`;
