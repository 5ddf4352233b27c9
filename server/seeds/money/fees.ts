import type pg from 'pg';
import { ZONE } from '../calendar.ts';
import type { RegularFee } from './movements.ts';

/** Fees of the contracts' services and numbers, from the database, the most expensive first. */
export async function demoFeesOf(client: pg.ClientBase, contractIds: readonly number[]): Promise<RegularFee[]> {
  const { rows } = await client.query<RegularFee>(FEES, [contractIds]);
  return rows;
}

/** The same as a query; `$1` is the list of contracts. */
export const FEES = `
  with service as (
    select u.*,
      case u.state when 'connecting' then u.opened_on when 'paused' then (u.state_since at time zone '${ZONE}')::date end as until
    from service_user u where u.contract_id = any($1::bigint[])
  ), fee as (
    select s.user_id || ':plan' as what, s.account_id, s.user_id, p.price_kopecks, p.unit,
      case p.service_kind when 'internet' then 'Интернет' when 'tv' then 'ТВ' when 'sip' then 'SIP-телефония' end
        || ' «' || p.name || '»' as text, s.opened_on, s.until
    from service s join plan p using (plan_id)
    union all
    select s.user_id || ':option-' || o.option_id, s.account_id, s.user_id, o.price_kopecks, 'month', o.name, s.opened_on, s.until
    from service s join user_option uo using (user_id) join plan_option o using (option_id)
    where uo.status <> 'on_pending'
    union all
    select s.user_id || ':program-' || p.program_id, s.account_id, s.user_id, p.price_kopecks, 'month', p.name, s.opened_on, s.until
    from service s join user_program up using (user_id) join program p using (program_id)
    where up.status <> 'on_pending'
    union all
    select n.phone_number || ':plan', n.account_id, null, p.price_kopecks, p.unit, 'Телефон «' || p.name || '»', n.opened_on, n.closed_on
    from phone_number n join plan p using (plan_id) where n.contract_id = any($1::bigint[])
  )
  select what, account_id::int as "accountId", user_id::int as "userId",
    case when user_id is null then split_part(what, ':', 1) end as "phoneNumber", price_kopecks::int as kopecks, unit, text,
    opened_on::text as from, until::text
  from fee where price_kopecks > 0
  order by price_kopecks desc, what`;
