import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import { FEE_RUNS, FEE_TEXT, feesIn } from '#server/domain/billing/fee/fee.queries.ts';
import type { Difference, HalfDifference, TheirLine } from './compare.rules.ts';
import type { EndedPrice, ShadowLine, UnchargedThing } from './rule.texts.ts';

/**
 * Computed nights from `from` on that must be compared, perhaps again: never compared, with accounts that wait, or with lines that came later.
 */
export const nightsToJudge = (tx: Tx, from: Day): Promise<{ day: Day; is_stale: boolean }[]> =>
  tx.rows(sql`
    select n.day, n.judged_at is null or n.waiting > 0 or exists (
      select from ledger_transaction t
      where t.day = n.day and t.happened_at >= n.judged_at and starts_with(t.reference, 'outside:')) as is_stale
    from shadow_night n where n.day >= ${from} and n.computed_at is not null order by n.day`);

/**
 * Lines that the other billing has told of a day, a charge above zero. What came in is a payment, unless our run would have given back just that.
 */
const theirsOn = (day: Day): Sql => sql`
  select e.account_id, e.text, -e.amount_kopecks as amount
  from ledger_transaction t join ledger_entry e using (transaction_id)
  where t.day = ${day} and starts_with(t.reference, 'outside:') and t.kind in ('charge', 'payment')
    and e.account_id in (select account_id from account where contract_id is not null)
    and (e.amount_kopecks < 0 or exists (
      select from shadow_line s where s.day = ${day} and s.account_id = e.account_id and s.amount_kopecks = -e.amount_kopecks))`;

interface JudgedAccount {
  readonly account_id: number;
  /** Whether anything was told of the account since the day ended. */
  readonly is_told: boolean;
}

/** Accounts whose sums of the day differ, and how many have the same. One line of the other side may stand for all of ours. */
export const differingAccounts = async (
  tx: Tx,
  day: Day,
  ended: Date,
): Promise<{ equal: number; differing: JudgedAccount[] }> => {
  const { equal, differing } = await tx.one<{ equal: number; differing: JudgedAccount[] }>(sql`
    with ours as (
      select account_id, array_agg(amount_kopecks order by amount_kopecks) as sums, sum(amount_kopecks) as total
      from shadow_line where day = ${day} group by account_id
    ), theirs as (
      select account_id, array_agg(amount order by amount) as sums, sum(amount) as total
      from (${theirsOn(day)}) told group by account_id
    ), judged as (
      select account_id, coalesce(ours.sums = theirs.sums, false)
        or (coalesce(cardinality(theirs.sums), 0) <= 1 and coalesce(ours.total, 0) = coalesce(theirs.total, 0)) as is_equal
      from ours full join theirs using (account_id)
    )
    select count(*) filter (where is_equal)::integer as equal,
      coalesce(json_agg(json_build_object('account_id', account_id,
        'is_told', exists (select from billing_told_balance b where b.account_id = judged.account_id and b.told_at >= ${ended}))
        order by account_id) filter (where not is_equal), '[]') as differing
    from judged`);
  return { equal, differing };
};

export const oursOf = (tx: Tx, day: Day, accounts: readonly number[]): Promise<ShadowLine[]> =>
  tx.rows(sql`
    select account_id, what, text, amount_kopecks as amount, service_from, service_until, unit, rate_kopecks as rate,
      full_rate_kopecks as full_rate, period_from, period_until, promo_until, turns_on
    from shadow_line where day = ${day} and account_id = any(${accounts}::bigint[]) order by shadow_line_id`);

export const theirsOf = (tx: Tx, day: Day, accounts: readonly number[]): Promise<TheirLine[]> =>
  tx.rows(sql`
    select account_id, text, amount from (${theirsOn(day)}) told
    where account_id = any(${accounts}::bigint[]) order by account_id, amount, text`);

/** Prices of their own that these accounts have lost, the latest first. */
export const endedPrices = (tx: Tx, day: Day, accounts: readonly number[]): Promise<EndedPrice[]> =>
  tx.rows(sql`
    select account_id, what, percent, coalesce(ends_on, ${day}::date) as ended_on from individual_price
    where account_id = any(${accounts}::bigint[]) and ends_on <= ${day} order by ends_on desc`);

/** All that these accounts have, and what they have had. On an account in debt nothing is charged, whatever runs. */
export const thingsOf = (tx: Tx, day: Day, accounts: readonly number[]): Promise<UnchargedThing[]> =>
  tx.rows(sql`
    with ${feesIn({ accounts })}
    select fee.account_id, ${FEE_TEXT} as text, fee.name,
      case when ${FEE_RUNS} and (select debt_since from account a where a.account_id = fee.account_id) is not null then 'debt'
        else fee.situation end as situation, fee.from_day as "from", fee.until_day as until, fee.returns_on,
      fee.promo_kopecks as promo, fee.promo_until, fee.price, mark.charged_until
    from fee left join shadow_mark mark on (mark.account_id, mark.what, mark.sold_id) = (fee.account_id, fee.what, fee.sold_id)
    union all
    select u.account_id, p.name, p.name, 'closed', null, u.closed_on, null, null, null, 0, null
    from service_user u join plan p using (plan_id) where u.account_id = any(${accounts}::bigint[]) and u.state = 'closed'
    union all
    select n.account_id, p.name, p.name, 'closed', null, n.closed_on, null, null, null, 0, null
    from phone_number n join plan p using (plan_id) where n.account_id = any(${accounts}::bigint[]) and n.state = 'closed'
    union all
    select u.account_id, o.name, o.name, 'active', past.since, past.until_day, null, null, null, 0, null
    from extra_past past join service_user u using (user_id) join plan_option o on o.option_id = past.sold_id
    where past.sold_kind = 'option' and u.account_id = any(${accounts}::bigint[]) and past.until_day <= ${day}
    union all
    select u.account_id, p.name, p.name, 'active', past.since, past.until_day, null, null, null, 0, null
    from extra_past past join service_user u using (user_id) join program p on p.program_id = past.sold_id
    where past.sold_kind = 'program' and u.account_id = any(${accounts}::bigint[]) and past.until_day <= ${day}`);

/** Forgets what was found on a day, and the other halves that it has found on earlier ones. */
export async function forgetJudgement(tx: Tx, day: Day): Promise<void> {
  await tx.run(sql`delete from shadow_difference where day = ${day}`);
  await tx.run(sql`
    update shadow_difference set kind = case when theirs_kopecks = 0 then 'only_ours' else 'only_theirs' end, other_day = null
    where other_day = ${day}`);
}

export const keepDifferences = (tx: Tx, day: Day, found: readonly Difference[]): Promise<number> =>
  tx.run(sql`
    insert into shadow_difference (day, account_id, kind, service, ours_kopecks, theirs_kopecks, rule)
    select ${day}::date, account_id, kind, service, ours, theirs, rule
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
      as g (account_id bigint, kind text, service text, ours bigint, theirs bigint, rule text)`);

/** Differences of these days, and of the accounts that differ on the last of them, that have one side only. */
export const halvesOf = (tx: Tx, from: Day, day: Day): Promise<HalfDifference[]> =>
  tx.rows(sql`
    select d.shadow_difference_id, d.day, d.account_id, a.account_no, d.kind, d.service, d.ours_kopecks + d.theirs_kopecks as amount
    from shadow_difference d join account a using (account_id)
    where d.kind in ('only_ours', 'only_theirs') and (d.day = ${day} or (d.day >= ${from} and d.day < ${day}
      and exists (select from shadow_difference now where now.day = ${day} and now.account_id = d.account_id)))
    order by d.shadow_difference_id`);

export const nameOtherAccount = (tx: Tx, id: number, accountNo: string): Promise<number> =>
  tx.run(sql`
    update shadow_difference set kind = 'account', other_account_no = ${accountNo} where shadow_difference_id = ${id}`);

/** The earlier half stands for both. */
export async function nameOtherDay(tx: Tx, earlier: HalfDifference, later: HalfDifference): Promise<void> {
  await tx.run(sql`
    update shadow_difference set kind = 'day', other_day = ${later.day}
    where shadow_difference_id = ${earlier.shadow_difference_id}`);
  await tx.run(sql`delete from shadow_difference where shadow_difference_id = ${later.shadow_difference_id}`);
}

export const noteJudgement = (
  tx: Tx,
  day: Day,
  { equal, waiting, now }: { readonly equal: number; readonly waiting: number; readonly now: Date },
): Promise<number> =>
  tx.run(sql`
    update shadow_night set judged_at = ${now}, equal = ${equal}, waiting = ${waiting} where day = ${day}`);
