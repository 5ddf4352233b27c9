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

interface AccountRow {
  accountId: number;
  kind: 'i' | 't';
  accountNo: string;
  balance: Kopecks;
  creditLimit: Kopecks;
}

interface Row {
  billing_day: number;
  accounts: AccountRow[];
  prices: (Price & { accountId: number })[];
}

/** What lies ahead of one account of a client, read afresh: also within a transaction that has just changed it. */
export async function accountForecast(tx: Tx, accountId: number, today: Day): Promise<AccountForecast> {
  const contract = sql`(select contract_id from account where account_id = ${accountId})`;
  const forecasts = asForecasts(await tx.one<Row>(forecastSql(contract, today)), today);
  const forecast = forecasts.find((one) => one.accountId === accountId);
  if (!forecast) throw new Error(`Account ${accountId} is no client's`);
  return forecast;
}

/** The accounts `i` and `t` of the contract, in this order; one that the contract does not have is absent. */
export async function forecastsOf(tx: Tx, contractId: number, today: Day): Promise<AccountForecast[]> {
  return asForecasts(await tx.one<Row>(forecastSql(sql`${contractId}`, today)), today);
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

function asForecasts({ billing_day, accounts, prices: all }: Row, today: Day): AccountForecast[] {
  const byAccount = Map.groupBy(all, ({ accountId }) => accountId);
  return accounts.map((account) => {
    const prices = byAccount.get(account.accountId) ?? [];
    const { balance, creditLimit } = account;
    const blocked = prices.some(({ situation }) => situation === 'debt');
    const fees = summedUp(feesOf(prices));
    const forecast = forecastFrom({ today, balance, creditLimit, billingDay: billing_day, blocked, fees });
    return { ...forecast, accountId: account.accountId, kind: account.kind, accountNo: account.accountNo, prices };
  });
}

/**
 * One statement for everything that a contract is charged for. A planned change of plan ends the price of the old plan and
 * its options; what is pending begins or ends with the next calendar month. A service without a plan has a price of nothing,
 * so that its state is known all the same.
 */
function forecastSql(contract: Sql, today: Day): Sql {
  const nextMonth = sql`${addMonths(today, 1, 1)}::date`;
  return sql`
    with service as (
      select u.user_id, u.account_id, u.plan_id, coalesce(u.reason, u.state) as situation, u.returns_on,
        change.plan_id as next_plan_id, change.from_day
      from service_user u
      left join plan_change change on change.user_id = u.user_id and change.state = 'planned'
      where u.contract_id = ${contract} and u.state <> 'closed'
    ), price as (
      select s.account_id as "accountId", s.user_id as "userId", s.situation, s.returns_on as "returnsOn",
        p.service_kind as kind, null::integer as "programId", coalesce(p.name, '') as name,
        coalesce(p.price_kopecks, 0) as amount, coalesce(p.unit, 'month') as unit,
        null::date as "from", s.from_day as until
      from service s left join plan p using (plan_id)
      union all
      select s.account_id, s.user_id, s.situation, s.returns_on, p.service_kind, null, p.name, p.price_kopecks, p.unit,
        s.from_day, null
      from service s join plan p on p.plan_id = s.next_plan_id
      union all
      select s.account_id, s.user_id, s.situation, s.returns_on, null, null, o.name, o.price_kopecks, 'month',
        case uo.status when 'on_pending' then ${nextMonth} end,
        least(case uo.status when 'off_pending' then ${nextMonth} end,
          case when o.plan_id <> s.next_plan_id then s.from_day end)
      from service s join user_option uo using (user_id) join plan_option o using (option_id)
      union all
      select s.account_id, s.user_id, s.situation, s.returns_on, null, p.program_id, p.name, p.price_kopecks, 'month',
        case up.status when 'on_pending' then ${nextMonth} end, case up.status when 'off_pending' then ${nextMonth} end
      from service s join user_program up using (user_id) join program p using (program_id)
      union all
      select a.account_id, null, 'active', null, null, p.program_id, p.name, p.price_kopecks, 'month',
        case cp.status when 'on_pending' then ${nextMonth} end, case cp.status when 'off_pending' then ${nextMonth} end
      from contract_program cp
      join program p using (program_id)
      join contract c on c.contract_id = cp.contract_id and c.state = 'active'
      join account a on a.contract_id = cp.contract_id and a.kind = 'i'
      where cp.contract_id = ${contract}
      union all
      select n.account_id, null, coalesce(n.reason, n.state), null, p.service_kind, null, p.name, p.price_kopecks, p.unit,
        null, null
      from phone_number n join plan p using (plan_id)
      where n.contract_id = ${contract} and n.state <> 'closed'
    )
    select c.billing_day, coalesce((select json_agg(price) from price), '[]') as prices,
      coalesce((
        select json_agg(json_build_object('accountId', account_id, 'kind', kind, 'accountNo', account_no,
          'balance', balance_kopecks, 'creditLimit', credit_limit_kopecks) order by kind)
        from account where contract_id = c.contract_id), '[]') as accounts
    from contract c where c.contract_id = ${contract}`;
}
