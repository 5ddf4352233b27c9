import { addMonths, type Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#db/database.ts';
import { sql, type Sql } from '#db/sql.ts';
import { forecastFrom, summedUp, type Forecast } from './forecast.rules.ts';
import { feesOf, type Price } from './price.rules.ts';

/** An account of a client with what lies ahead of it. */
export interface AccountForecast extends Forecast {
  readonly accountId: number;
  readonly kind: 'i' | 't';
  readonly accountNo: string;
  /** What is sold on the account, charged now or not. */
  readonly prices: readonly Price[];
}

interface Row {
  account_id: number;
  kind: 'i' | 't';
  account_no: string;
  balance: Kopecks;
  credit_limit: Kopecks;
  billing_day: number;
  blocked: boolean;
  prices: Price[];
}

/** What lies ahead of one account of a client, read afresh: also within a transaction that has just changed it. */
export async function accountForecast(tx: Tx, accountId: number, today: Day): Promise<AccountForecast> {
  return asForecast(await tx.one<Row>(forecastSql(sql`a.account_id = ${accountId}`, today)), today);
}

/** The accounts `i` and `t` of the contract, in this order; one that the contract does not have is absent. */
export async function forecastsOf(tx: Tx, contractId: number, today: Day): Promise<AccountForecast[]> {
  const rows = await tx.rows<Row>(forecastSql(sql`a.contract_id = ${contractId}`, today));
  return rows.map((row) => asForecast(row, today));
}

/** What one transaction has asked already. */
const shared = new WeakMap<Tx, Map<number, Promise<AccountForecast[]>>>();

/**
 * The same, asked for once in a transaction: the parts of a batch share it. For calls that only read: there nothing can
 * change between two questions.
 */
export function sharedForecasts(tx: Tx, contractId: number, today: Day): Promise<AccountForecast[]> {
  const known = shared.get(tx) ?? new Map<number, Promise<AccountForecast[]>>();
  shared.set(tx, known);
  const forecasts = known.get(contractId) ?? forecastsOf(tx, contractId, today);
  known.set(contractId, forecasts);
  return forecasts;
}

const asForecast = (row: Row, today: Day): AccountForecast => ({
  ...forecastFrom({
    today,
    balance: row.balance,
    creditLimit: row.credit_limit,
    billingDay: row.billing_day,
    blocked: row.blocked,
    fees: summedUp(feesOf(row.prices)),
  }),
  accountId: row.account_id,
  kind: row.kind,
  accountNo: row.account_no,
  prices: row.prices,
});

/**
 * One statement for all services of an account. A planned change of plan ends the price of the old plan and its options;
 * what is pending begins or ends with the next calendar month.
 */
const forecastSql = (which: Sql, today: Day): Sql => sql`
  with held as (
    select a.account_id, a.kind, a.account_no, a.contract_id, a.balance_kopecks, a.credit_limit_kopecks,
      c.billing_day, c.state
    from account a join contract c using (contract_id)
    where ${which}
  ), service as (
    select u.user_id, u.account_id, u.plan_id, coalesce(u.reason, u.state) as situation, u.returns_on,
      change.plan_id as next_plan_id, change.from_day
    from held
    join service_user u using (contract_id, account_id)
    left join plan_change change on change.user_id = u.user_id and change.state = 'planned'
    where u.state <> 'closed'
  ), number as (
    select n.account_id, n.plan_id, coalesce(n.reason, n.state) as situation
    from held join phone_number n using (contract_id, account_id)
    where n.state <> 'closed'
  ), next as (
    select ${addMonths(today, 1, 1)}::date as month
  ), price as (
    select s.account_id, s.user_id, s.situation, s.returns_on, p.service_kind as kind, null::integer as program_id,
      p.name, p.price_kopecks, p.unit, null::date as "from", s.from_day as until
    from service s join plan p using (plan_id)
    union all
    select s.account_id, s.user_id, s.situation, s.returns_on, p.service_kind, null,
      p.name, p.price_kopecks, p.unit, s.from_day, null
    from service s join plan p on p.plan_id = s.next_plan_id
    union all
    select s.account_id, s.user_id, s.situation, s.returns_on, null, null, o.name, o.price_kopecks, 'month',
      case uo.status when 'on_pending' then next.month end,
      least(case uo.status when 'off_pending' then next.month end,
        case when o.plan_id <> s.next_plan_id then s.from_day end)
    from service s join user_option uo using (user_id) join plan_option o using (option_id), next
    union all
    select s.account_id, s.user_id, s.situation, s.returns_on, null, p.program_id, p.name, p.price_kopecks, 'month',
      case up.status when 'on_pending' then next.month end, case up.status when 'off_pending' then next.month end
    from service s join user_program up using (user_id) join program p using (program_id), next
    union all
    select held.account_id, null, 'active', null, null, p.program_id, p.name, p.price_kopecks, 'month',
      case cp.status when 'on_pending' then next.month end, case cp.status when 'off_pending' then next.month end
    from held join contract_program cp using (contract_id) join program p using (program_id), next
    where held.kind = 'i' and held.state = 'active'
    union all
    select n.account_id, null, n.situation, null, p.service_kind, null, p.name, p.price_kopecks, p.unit, null, null
    from number n join plan p using (plan_id)
  )
  select held.account_id, held.kind, held.account_no, held.balance_kopecks as balance,
    held.credit_limit_kopecks as credit_limit, held.billing_day,
    exists (select from service s where s.account_id = held.account_id and s.situation = 'debt')
      or exists (select from number n where n.account_id = held.account_id and n.situation = 'debt') as blocked,
    coalesce((
      select json_agg(json_build_object('userId', user_id, 'situation', situation, 'returnsOn', returns_on,
        'kind', kind, 'programId', program_id, 'name', name, 'amount', price_kopecks, 'unit', unit,
        'from', "from", 'until', until) order by price_kopecks desc, name, user_id)
      from price where price.account_id = held.account_id
    ), '[]') as prices
  from held
  order by held.kind`;
