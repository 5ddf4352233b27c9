import { sql, type Sql } from '#server/db/sql.ts';

/** The owner of the fees: a contract, or some accounts. */
export type FeesOf = { readonly contract: Sql } | { readonly accounts: readonly number[] };

const within = (of: FeesOf, alias: Sql): Sql =>
  'contract' in of
    ? sql`${alias}.contract_id = ${of.contract}`
    : sql`${alias}.account_id = any(${of.accounts}::bigint[])`;

/**
 * All regular fees of clients, as the members of a `with` that ends in the table `fee`: the only place that defines
 * what costs what. `what` names the fee in references of charges, `situation` is the state of the service or the reason
 * why it is blocked. A planned change of plan ends the price of the old plan and its options. A planned suspension
 * splits the days of a service: up to it, and from its return (`resumes_on`). A service without a plan has a fee of
 * zero, so that its state is known too.
 *
 * `price` is that of the catalogue; `chargedPrice` says what a charge of a day costs. `sold_since` is the day from which the
 * thing is sold, whatever pauses it.
 */
export const feesIn = (of: FeesOf): Sql => sql`
  service as (
    select u.user_id, u.account_id, u.plan_id, coalesce(u.reason, u.state) as situation, u.returns_on, u.opened_on,
      u.promo_kopecks, u.promo_until, greatest(u.opened_on, u.plan_since) as plan_since, change.plan_id as next_plan_id, change.from_day as plan_until, u.name as service_name,
      part.resumes_on, part.pauses_on
    from service_user u
    left join plan_change change on change.user_id = u.user_id and change.state = 'planned'
    left join suspension planned on planned.user_id = u.user_id and planned.state = 'planned'
    cross join lateral (
      select null::date as resumes_on, planned.from_day as pauses_on
      union all
      select planned.until_day, null where planned.user_id is not null
    ) part
    where ${within(of, sql`u`)} and u.state <> 'closed'
  ), fee as (
    select s.account_id, s.user_id, null as phone_number, s.user_id || ':plan' as what, 'plan' as sold_kind, coalesce(p.plan_id, 0) as sold_id,
      s.plan_since as sold_since, p.service_kind as kind, null::integer as program_id, coalesce(p.name, '') as name,
      coalesce(p.price_kopecks, 0) as price, coalesce(p.unit, 'month') as unit, s.promo_kopecks, s.promo_until,
      greatest(s.opened_on, s.resumes_on) as from_day, least(s.plan_until, s.pauses_on) as until_day, s.situation, s.returns_on,
      s.resumes_on
    from service s left join plan p using (plan_id)
    union all
    select s.account_id, s.user_id, null, s.user_id || ':plan', 'plan', p.plan_id, s.plan_until, p.service_kind, null, p.name, p.price_kopecks, p.unit,
      null, null, greatest(s.plan_until, s.resumes_on), s.pauses_on, s.situation, s.returns_on, s.resumes_on
    from service s join plan p on p.plan_id = s.next_plan_id
    union all
    select s.account_id, s.user_id, null, s.user_id || ':option-' || o.option_id, 'option', o.option_id,
      case uo.status when 'on_pending' then uo.changes_on else uo.since end, null, null, o.name,
      o.price_kopecks, 'month', uo.promo_kopecks, uo.promo_until,
      greatest(case uo.status when 'on_pending' then uo.changes_on else uo.since end, s.resumes_on),
      least(case uo.status when 'off_pending' then uo.changes_on end,
        case when o.plan_id <> s.next_plan_id then s.plan_until end, s.pauses_on),
      s.situation, s.returns_on, s.resumes_on
    from service s join user_option uo using (user_id) join plan_option o using (option_id)
    union all
    select s.account_id, s.user_id, null, s.user_id || ':program-' || p.program_id, 'program', p.program_id,
      case up.status when 'on_pending' then up.changes_on else up.since end, null, p.program_id, p.name,
      p.price_kopecks, 'month', up.promo_kopecks, up.promo_until,
      greatest(case up.status when 'on_pending' then up.changes_on else up.since end, s.resumes_on),
      least(case up.status when 'off_pending' then up.changes_on end, s.pauses_on), s.situation, s.returns_on, s.resumes_on
    from service s join user_program up using (user_id) join program p using (program_id)
    union all
    -- The price of a suspension runs while the service itself is off.
    select s.account_id, s.user_id, null, s.user_id || ':suspension', null, x.suspension_id, null, 'suspension', null, s.service_name,
      x.day_kopecks, 'day', null, null, lower(days), upper(days), 'active', null, null
    from service s join suspension x on x.user_id = s.user_id and x.state in ('planned', 'active')
    cross join unnest(x.paid_days) days
    where s.resumes_on is null
    union all
    select a.account_id, null, null, cp.contract_id || ':contract-program-' || p.program_id, 'program', p.program_id,
      case cp.status when 'on_pending' then cp.changes_on else cp.since end, null, p.program_id, p.name, p.price_kopecks, 'month', cp.promo_kopecks, cp.promo_until,
      case cp.status when 'on_pending' then cp.changes_on else cp.since end,
      case cp.status when 'off_pending' then cp.changes_on end, 'active', null, null
    from account a join contract_program cp using (contract_id) join program p using (program_id)
    join contract c on c.contract_id = a.contract_id and c.state = 'active'
    where ${within(of, sql`a`)} and a.kind = 'i'
    union all
    select n.account_id, null, n.phone_number, n.phone_number || ':plan', 'plan', p.plan_id, n.opened_on, p.service_kind, null, p.name,
      p.price_kopecks, p.unit, n.promo_kopecks, n.promo_until, n.opened_on, null, coalesce(n.reason, n.state), null, null
    from phone_number n join plan p using (plan_id)
    where ${within(of, sql`n`)} and n.state <> 'closed'
  )`;

/**
 * The price of a charge on a day, without a promotion. A daily fee costs the price of that day. A monthly fee costs the price
 * of the first day of its month: the billing day (`periodFrom`) or, if later, the day of the sale or of the promotion's end.
 */
const chargedPrice = (day: Sql, periodFrom: Sql): Sql => sql`
  coalesce((
    select change.price_kopecks from price_change change
    where change.sold_kind = fee.sold_kind and change.sold_id = fee.sold_id and change.state = 'planned'
      and change.from_day <= case fee.unit when 'day' then ${day}
        else greatest(${periodFrom}, fee.sold_since, case when fee.promo_until <= ${day} then fee.promo_until end) end
    order by change.from_day desc limit 1
  ), fee.price)`;

/**
 * The individual price of `fee` on a day, to be joined: `individual.price_kopecks` or `individual.percent`, both null if there is none,
 * and `individual.turns_on`, the day on which it ends or, if there is none yet, begins. At most one holds on a day (`individual_price_once`).
 */
export const individualOn = (day: Sql): Sql => sql`
  lateral (
    select max(price_kopecks) filter (where from_day <= ${day}) as price_kopecks, max(percent) filter (where from_day <= ${day}) as percent,
      min(case when from_day <= ${day} then ends_on else from_day end) as turns_on
    from individual_price own
    where own.account_id = fee.account_id and own.what = fee.what and (own.plan_id is null or own.plan_id = fee.sold_id)
      and (own.ends_on is null or (own.ends_on > ${day} and own.ends_on > own.from_day))
  ) individual on true`;

/**
 * What a charge on a day costs: a promotion while it lasts, or else the price of its own, or the price of the catalogue less the
 * discount, rounded by `part_of`. Days are exact: a charge ends where its rate does (`rateEnds`). `individualRate` is the same in TypeScript.
 */
export const chargedRate = (day: Sql, periodFrom: Sql): Sql => sql`
  case when ${day} < fee.promo_until then fee.promo_kopecks
    else coalesce(individual.price_kopecks, part_of(${chargedPrice(day, periodFrom)}, 100 - coalesce(individual.percent, 0), 100)) end`;

/** The same without the price of its own; null if that is what it costs. */
export const fullRate = (day: Sql, periodFrom: Sql): Sql => sql`
  case when (${day} < fee.promo_until) is not true and num_nonnulls(individual.price_kopecks, individual.percent) > 0
    then ${chargedPrice(day, periodFrom)} end`;

/** The day on which that rate ends; null: no earlier than the charge. */
export const rateEnds = (day: Sql): Sql => sql`
  case when ${day} < fee.promo_until then fee.promo_until else individual.turns_on end`;

/** The text of a fee for the client: a plan has its kind and name, an option or a program its name. */
export const FEE_TEXT = sql`
  case fee.kind when 'internet' then 'Интернет «' || fee.name || '»' when 'tv' then 'ТВ «' || fee.name || '»'
    when 'sip' then 'SIP-телефония «' || fee.name || '»' when 'mail' then 'Почта «' || fee.name || '»'
    when 'telephone' then 'Телефон «' || fee.name || '»' when 'suspension' then 'Приостановление «' || fee.name || '»'
    else fee.name end`;

/** Situations in which a fee runs; in debt it waits, in others nothing is charged (`feeIn`). */
export const FEE_RUNS = sql`fee.situation in ('active', 'login_locked', 'session_stuck', 'binding_stale', 'schedule', 'abuse', 'repair')`;
