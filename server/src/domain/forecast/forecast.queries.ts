import { addDays, type Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#db/database.ts';
import { sql, type Sql } from '#db/sql.ts';
import { FEE_RUNS, feesIn } from '../charging/fee.queries.ts';
import { forecastFrom, summedUp, type Forecast } from './forecast.rules.ts';
import { dueOnReturn, feesOf, type Price } from './price.rules.ts';

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
  blocked: boolean;
}

/** A price beside what of it is charged: an object within an object would be a tenth of the statement's work. */
interface PriceRow extends Omit<Price, 'charged'> {
  accountId: number;
  chargedFrom: Day | null;
  chargedUntil: Day | null;
  chargedAmount: Kopecks | null;
}

interface Row {
  billing_day: number;
  accounts: AccountRow[];
  prices: PriceRow[];
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
    const prices = (byAccount.get(account.accountId) ?? []).map(asPrice);
    const { balance, creditLimit, blocked } = account;
    const billing = { today, billingDay: billing_day };
    const forecast = forecastFrom({
      ...billing,
      balance,
      creditLimit,
      blocked,
      dueOnReturn: blocked ? dueOnReturn(prices, billing) : [],
      fees: summedUp(feesOf(prices, billing)),
    });
    return { ...forecast, accountId: account.accountId, kind: account.kind, accountNo: account.accountNo, prices };
  });
}

const asPrice = (row: PriceRow): Price => Object.assign(row, { charged: chargedOf(row) });

const chargedOf = ({ chargedFrom: from, chargedUntil: until, chargedAmount: amount }: PriceRow): Price['charged'] =>
  from === null || until === null || amount === null ? null : { from, until, amount };

/** One statement for everything that a contract is charged for, and what of it has been charged. */
function forecastSql(contract: Sql, today: Day): Sql {
  const tomorrow = sql`${addDays(today, 1)}::date`;
  return sql`
    with ${feesIn({ contract })}, own as materialized (
      select account_id, kind, account_no, balance_kopecks, credit_limit_kopecks, debt_since from account
      where contract_id = ${contract}
    ), charged as (
      select c.*, exists (
        select from fee
        where fee.account_id = c.account_id and fee.what = c.what and fee.sold_id = c.sold_id
          and (${FEE_RUNS} or fee.situation = 'debt' or fee.returns_on <= ${tomorrow})) as is_used
      from own join fee_charged c using (account_id)
    ), used as (
      select * from charged where is_used
    ), price as (
      select fee.account_id as "accountId", fee.user_id as "userId", fee.situation, fee.returns_on as "returnsOn", fee.kind,
        fee.program_id as "programId", fee.name, fee.price as amount, fee.unit,
        case when fee.from_day > ${today} then fee.from_day end as "from", fee.until_day as until,
        fee.promo_kopecks as promo, fee.promo_until as "promoUntil",
        c.charged_from as "chargedFrom", c.charged_until as "chargedUntil", c.amount_kopecks as "chargedAmount"
      from fee
      -- Days after a return are not charged yet.
      left join used c on c.account_id = fee.account_id and c.what = fee.what and c.sold_id = fee.sold_id
        and fee.resumes_on is null
      union all
      -- Tomorrow's run gives back the days of what is off or sold no more.
      select c.account_id, e.user_id, 'active', null, null, null, 'Возврат: ' || e.text,
        part_of(c.amount_kopecks, greatest(${tomorrow} - c.charged_from, 0), c.charged_until - c.charged_from) - c.amount_kopecks,
        'once', ${tomorrow}, null, null, null, null, null, null
      from charged c join ledger_entry e on e.transaction_id = c.transaction_id and e.account_id = c.account_id
      where c.charged_until > ${tomorrow} and not c.is_used
      union all
      select o.account_id, o.user_id, 'active', null, null, null, o.text, o.amount_kopecks, 'once',
        case when o.day > ${today} then o.day end, null, null, null, null, null, null
      from own join one_time_charge o using (account_id) where o.transaction_id is null
    )
    select c.billing_day, coalesce((select json_agg(price) from price), '[]') as prices,
      coalesce((
        select json_agg(json_build_object('accountId', account_id, 'kind', kind, 'accountNo', account_no,
          'balance', balance_kopecks, 'creditLimit', credit_limit_kopecks, 'blocked', debt_since is not null) order by kind)
        from own), '[]') as accounts
    from contract c where c.contract_id = ${contract}`;
}
