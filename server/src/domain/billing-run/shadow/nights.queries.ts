import type { Day, Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { DifferenceKind } from './compare.rules.ts';

/** The acceptance of a difference `d`, if a person has accepted it; the one that says most of it. */
const ACCEPTED = sql`
  left join lateral (
    select shadow_accepted_id from shadow_accepted x
    where x.kind = d.kind and d.day <= x.until_day and coalesce(x.account_id = d.account_id, true) and coalesce(x.service = d.service, true)
    order by x.account_id is null, x.service is null limit 1
  ) accepted on true`;

export interface NightRow {
  readonly day: Day;
  readonly is_judged: boolean;
  /** Accounts, as the next two. */
  readonly equal: number;
  readonly different: number;
  /** All of whose differences are accepted. */
  readonly accepted: number;
  readonly waiting: number;
}

/** Computed nights, the latest first, with the differences of some accounts or of all. */
export const latestNights = (tx: Tx, most: number, accounts?: readonly number[]): Promise<NightRow[]> =>
  tx.rows(sql`
    select n.day, n.judged_at is not null as is_judged, n.equal, n.waiting,
      coalesce(found.different, 0)::integer as different, coalesce(found.accepted, 0)::integer as accepted
    from (select * from shadow_night where computed_at is not null order by day desc limit ${most}) n
    left join lateral (
      select count(*) filter (where is_open) as different, count(*) filter (where not is_open) as accepted
      from (
        select d.account_id, bool_or(accepted.shadow_accepted_id is null) as is_open
        from shadow_difference d ${ACCEPTED}
        where d.day = n.day ${accounts === undefined ? sql`` : sql`and d.account_id = any(${accounts}::bigint[])`} group by d.account_id) by_account
    ) found on true
    order by n.day desc`);

export interface ShownDifference {
  readonly day: Day;
  readonly contract_id: number;
  readonly account_no: string;
  readonly kind: DifferenceKind;
  readonly service: string;
  readonly ours: Kopecks;
  readonly theirs: Kopecks;
  readonly rule: string;
  readonly other_day: Day | null;
  readonly other_account_no: string | null;
  readonly accepted_no: number | null;
}

/** The largest first; those that are accepted come last. */
export const largestDifferences = (
  tx: Tx,
  { from, until, most }: { readonly from: Day; readonly until: Day; readonly most: number },
): Promise<ShownDifference[]> =>
  tx.rows(sql`
    select d.day, c.contract_id, a.account_no, d.kind, d.service, d.ours_kopecks as ours, d.theirs_kopecks as theirs, d.rule, d.other_day,
      d.other_account_no, accepted.shadow_accepted_id as accepted_no
    from shadow_difference d join account a using (account_id) join contract c using (contract_id) ${ACCEPTED}
    where d.day between ${from} and ${until}
    order by accepted.shadow_accepted_id is not null, abs(d.ours_kopecks - d.theirs_kopecks) desc, d.day desc, d.shadow_difference_id
    limit ${most}`);

export interface AcceptedRow {
  readonly accepted_no: number;
  readonly kind: DifferenceKind;
  readonly account_no: string | null;
  readonly service: string | null;
  readonly reason: string;
  readonly until: Day;
  readonly by: string;
  readonly at: Instant;
}

export const acceptedRows = (tx: Tx, most: number): Promise<AcceptedRow[]> =>
  tx.rows(sql`
    select x.shadow_accepted_id as accepted_no, x.kind, a.account_no, x.service, x.reason, x.until_day as until, x.accepted_by as by,
      x.accepted_at as at
    from shadow_accepted x left join account a using (account_id) order by x.shadow_accepted_id desc limit ${most}`);

export interface Acceptance {
  readonly kind: DifferenceKind;
  readonly accountNo: string | null;
  readonly service: string | null;
  readonly reason: string;
  readonly until: Day;
  readonly by: string;
  readonly now: Date;
}

/** Accepts differences of one kind; the same again replaces the reason and the day. Returns its number; undefined: there is no such account. */
export async function acceptDifferences(tx: Tx, given: Acceptance): Promise<number | undefined> {
  const { kind, accountNo, service, reason, until, by, now } = given;
  const row = await tx.maybe<{ accepted_no: number }>(sql`
    insert into shadow_accepted (kind, account_id, service, reason, until_day, accepted_by, accepted_at)
    select ${kind}, account_id, ${service}, ${reason}, ${until}::date, ${by}, ${now}::timestamptz
    from (select null::bigint as account_id where ${accountNo}::text is null
      union all select account_id from account where account_no = ${accountNo} and contract_id is not null) whose
    on conflict (kind, account_id, service) do update
      set reason = excluded.reason, until_day = excluded.until_day, accepted_by = excluded.accepted_by, accepted_at = excluded.accepted_at
    returning shadow_accepted_id as accepted_no`);
  return row?.accepted_no;
}
