import type { Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

/** A cash desk of the office. */
export interface CashDesk {
  readonly desk_id: number;
  readonly name: string;
  readonly place: string;
  readonly register: string | null;
  readonly account_id: number;
}

const DESK = sql`desk_id, name, place, register, account_id`;

/** Adds a desk with its account of the ledger; undefined if the name is taken. */
export async function insertDesk(
  tx: Tx,
  { name, place, register = null }: { name: string; place: string; register?: string | null | undefined },
  now: Date,
): Promise<CashDesk | undefined> {
  return tx.maybe(sql`
    with fresh as (
      select nextval(pg_get_serial_sequence('cash_desk', 'desk_id')) as desk_id
      where not exists (select from cash_desk where name = ${name})
    ), own as (
      insert into account (kind, account_no) select 'desk', 'desk:' || desk_id from fresh returning account_id
    )
    insert into cash_desk (desk_id, name, place, register, account_id, added_at)
    overriding system value
    select desk_id, ${name}, ${place}, ${register}::text, account_id, ${now}::timestamptz from fresh cross join own
    on conflict (name) do nothing
    returning ${DESK}`);
}

/** The desk, locked: shifts of a desk are opened one after another. */
export const lockDesk = (tx: Tx, deskId: number): Promise<CashDesk | undefined> =>
  tx.maybe(sql`select ${DESK} from cash_desk where desk_id = ${deskId} for no key update`);

/** What the last closed shift has left; undefined before the first. */
export const leftAt = (tx: Tx, deskId: number): Promise<{ number: number; left: Kopecks } | undefined> =>
  tx.maybe(sql`
    select number, coalesce(left_kopecks, 0) as left from cash_shift
    where desk_id = ${deskId} and closed_at is not null order by number desc limit 1`);

export interface DeskRow extends Omit<CashDesk, 'account_id'> {
  readonly left: Kopecks;
  readonly shift_id: number | null;
  readonly person: string | null;
  readonly opened_at: Instant | null;
  readonly has_worked: boolean;
}

/** All desks, with whoever works there now. */
export const allDesks = (tx: Tx): Promise<DeskRow[]> =>
  tx.rows(sql`
    select d.desk_id, d.name, d.place, d.register, coalesce(last.left_kopecks, 0) as left, s.shift_id, p.name as person,
      s.opened_at, last.number is not null as has_worked
    from cash_desk d
    left join cash_shift s on s.desk_id = d.desk_id and s.closed_at is null
    left join staff_person p using (person_id)
    left join lateral (
      select number, left_kopecks from cash_shift l
      where l.desk_id = d.desk_id and l.closed_at is not null order by number desc limit 1) last on true
    order by d.name, d.desk_id`);
