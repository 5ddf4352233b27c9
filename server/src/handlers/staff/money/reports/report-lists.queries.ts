import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { DayRange } from './reports.queries.ts';

/** Where a line stands in the list; a page begins after it. */
export interface LinePlace {
  readonly day: Day;
  readonly transaction: number;
  readonly entry: number;
}

export interface LinesAsked extends DayRange {
  readonly side: 'paid' | 'charged';
  /** The source of a payment, or the kind of a service. */
  readonly what: string | null;
  readonly planId: number | null;
  /** The last line of the page before. */
  readonly after: LinePlace;
  readonly most: number;
}

export interface ReportLine {
  readonly entry_id: number;
  readonly transaction_id: number;
  readonly day: Day;
  readonly contract_id: number;
  readonly account_no: string;
  readonly amount: Kopecks;
  readonly text: string;
}

/** Before all lines of days before this one. */
export const beforeAll = (day: Day): LinePlace => ({ day, transaction: BEYOND, entry: BEYOND });
const BEYOND = Number.MAX_SAFE_INTEGER;

/** Lines that a row of a report sums up, newest first: as the sums by day sort them. What is given back is below zero. */
export const reportLines = (tx: Tx, asked: LinesAsked): Promise<ReportLine[]> =>
  tx.rows(sql`
    select e.entry_id, e.transaction_id, e.day, c.contract_id, a.account_no, e.text,
      (case when e.is_return then -abs(e.amount_kopecks) else abs(e.amount_kopecks) end)::bigint as amount
    from ledger_transaction t
    join ledger_entry e using (transaction_id)
    join account a on a.account_id = e.account_id
    join contract c using (contract_id)
    left join service_user u on u.user_id = e.user_id
    left join phone_number n on n.phone_number = e.phone_number
    where t.day >= ${asked.from} and t.day < ${asked.to} and t.kind <> 'opening'
      and (t.day, t.transaction_id) <= (${asked.after.day}::date, ${asked.after.transaction}::bigint)
      and (t.day, t.transaction_id, e.entry_id) <
        (${asked.after.day}::date, ${asked.after.transaction}::bigint, ${asked.after.entry}::bigint)
      and case when (e.amount_kopecks > 0) <> e.is_return then 'paid' else 'charged' end = ${asked.side}
      and (${asked.what}::text is null or ${asked.what} = case
        when (e.amount_kopecks > 0) = e.is_return then
          case when e.phone_number is not null then 'telephone' else coalesce(u.service_kind, 'other') end
        when e.method = 'cash' and starts_with(t.reference, 'teller:') then 'terminal'
        else coalesce(e.method, 'other')
      end)
      and (${asked.planId}::bigint is null or ${asked.planId}::bigint = coalesce(n.plan_id, (
        select p.previous_plan_id from plan_change p
        where p.user_id = e.user_id and p.state = 'done' and p.from_day > e.day and p.previous_plan_id is not null
        order by p.from_day, p.plan_change_id limit 1), u.plan_id))
    order by t.day desc, t.transaction_id desc, e.entry_id desc
    limit ${asked.most}`);

type MemberKind = 'opened' | 'closed' | 'connected' | 'ended' | 'promised';

export interface ReportMember {
  readonly contract_id: number;
  readonly day: Day;
  readonly sum: Kopecks | null;
}

export interface MembersAsked extends DayRange {
  readonly kind: MemberKind;
  readonly zone: string;
  readonly most: number;
}

/** Contracts behind a month of a report, in the order of their days. */
export const reportMembers = (tx: Tx, { from, to, kind, zone, most }: MembersAsked): Promise<ReportMember[]> =>
  tx.rows(sql`
    select contract_id, day, sum
    from (
      select contract_id, opened_on as day, null::bigint as sum, 'opened' as kind from contract
      where opened_on >= ${from} and opened_on < ${to}
      union all
      select contract_id, closed_on, null, 'closed' from contract where closed_on >= ${from} and closed_on < ${to}
      union all
      select contract_id, opened_on, null, 'connected' from service_user where opened_on >= ${from} and opened_on < ${to}
      union all
      select contract_id, opened_on, null, 'connected' from phone_number where opened_on >= ${from} and opened_on < ${to}
      union all
      select contract_id, closed_on, null, 'ended' from service_user where closed_on >= ${from} and closed_on < ${to}
      union all
      select contract_id, closed_on, null, 'ended' from phone_number where closed_on >= ${from} and closed_on < ${to}
      union all
      select c.contract_id, (taken_at at time zone ${zone})::date, amount_kopecks, 'promised'
      from promised_payment join account using (account_id) join contract c using (contract_id)
      where taken_at >= ${from}::timestamp at time zone ${zone} and taken_at < ${to}::timestamp at time zone ${zone}
    ) member
    where kind = ${kind}
    order by day, contract_id limit ${most}`);
