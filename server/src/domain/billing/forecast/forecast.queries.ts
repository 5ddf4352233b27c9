import { addDays, addMonths, periodOf, type Day, type Period } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import { noticeablyMore } from '#server/domain/money/account/more.rules.ts';
import { unchargedCallsSql } from '#server/domain/services/calls/close-calls.ts';
import { callsText, closingDay, type UnchargedCalls } from '#server/domain/services/calls/uncharged.rules.ts';
import { holdOn, type ChargingHold } from '../charging/hold.queries.ts';
import { feesIn } from '../fee/fee.queries.ts';
import { lastChargedDay, type Billing } from './billing-horizon.rules.ts';
import {
  unusedDayRefunds,
  pricesFrom,
  type ChargedRow,
  type ChargeText,
  type FeeRow,
  type OnceRow,
} from './charged.rules.ts';
import { forecastFrom, summedUp, type Forecast } from './forecast.rules.ts';
import { dueOnReturn, feesOf, type Price } from './price.rules.ts';
import { withSteps, type FeePeriod, type PriceChange } from './step.rules.ts';

/** An account of a client with its forecast. */
export interface AccountForecast extends Forecast {
  readonly accountId: number;
  readonly kind: 'i' | 't';
  readonly accountNo: string;
  /** Everything sold on the account, charged now or not. */
  readonly prices: readonly Price[];
  /** By how much this month has cost more than the one before; null if not, or too little to ask why. */
  readonly more: Kopecks | null;
  /** Another billing charges: nothing ahead is known. */
  readonly isExternal: boolean;
}

interface AccountRow {
  accountId: number;
  kind: 'i' | 't';
  accountNo: string;
  balance: Kopecks;
  creditLimit: Kopecks;
  blocked: boolean;
  billingDay: number;
  /** Charged in this month and in the one before; null without movements. */
  charged: Kopecks | null;
  chargedBefore: Kopecks | null;
  once: OnceRow[];
  /** Calls made so far, which the first night after their month charges. */
  calls: UnchargedCalls[];
  /** Planned prices of the whole catalogue; null if there are none, as nearly always. */
  changes: PriceChange[] | null;
  /** Prices of the account's own that hold or will hold; null if there are none, as mostly. */
  individual: FeePeriod[] | null;
  /** Null once charging has begun, as nearly always. */
  hold: ChargingHold | null;
}

/** All data that the forecasts of a contract are computed from. */
interface ForecastRows {
  readonly accounts: readonly AccountRow[];
  readonly fees: readonly FeeRow[];
  readonly charged: readonly ChargedRow[];
}

/**
 * The forecast of one account, read again: usable in a transaction that has just changed it. It is one statement,
 * because otherwise each statement would see commits in between, such as the nightly charges.
 */
export async function accountForecast(tx: Tx, accountId: number, today: Day): Promise<AccountForecast> {
  const contract = sql`(select contract_id from account where account_id = ${accountId})`;
  const known = await tx.one<ForecastRows>(sql`
    select ${listed(accountsSql(contract, today))} as accounts, ${listed(feesSql(contract))} as fees,
      ${listed(chargedSql(contract))} as charged`);
  const forecasts = await forecastsFrom(tx, known, today);
  const forecast = forecasts.find((one) => one.accountId === accountId);
  if (!forecast) throw new Error(`Account ${accountId} is no client's`);
  return forecast;
}

const listed = (rows: Sql): Sql => sql`coalesce((select json_agg(listed) from (${rows}) listed), '[]')`;

/**
 * The accounts `i` and `t` of the contract, in this order; a missing one is omitted. Only for read calls, in which all
 * statements see one snapshot: rows cost PostgreSQL a quarter less than one JSON object.
 */
export async function forecastsOf(tx: Tx, contractId: number, today: Day): Promise<AccountForecast[]> {
  const contract = sql`${contractId}`;
  const [accounts, fees, charged] = await Promise.all([
    tx.rows<AccountRow>(accountsSql(contract, today)),
    tx.rows<FeeRow>(feesSql(contract)),
    tx.rows<ChargedRow>(chargedSql(contract)),
  ]);
  return forecastsFrom(tx, { accounts, fees, charged }, today);
}

/** The same for several contracts, by account, in three statements. */
export async function forecastsOfMany(
  tx: Tx,
  contracts: readonly number[],
  today: Day,
): Promise<ReadonlyMap<number, AccountForecast>> {
  const any = sql`any(${contracts}::bigint[])`;
  const [accounts, fees, charged] = await Promise.all([
    tx.rows<AccountRow>(accountsSql(any, today)),
    tx.rows<FeeRow>(feesSql(any)),
    tx.rows<ChargedRow>(chargedSql(any)),
  ]);
  const forecasts = await forecastsFrom(tx, { accounts, fees, charged }, today);
  return new Map(forecasts.map((one) => [one.accountId, one]));
}

/** Forecasts already requested in a transaction. */
const shared = new WeakMap<Tx, Map<number, Promise<AccountForecast[]>>>();

/**
 * The same, computed once per transaction and shared by the parts of a batch. Only for read calls, in which nothing can
 * change in between.
 */
export function sharedForecasts(tx: Tx, contractId: number, today: Day): Promise<AccountForecast[]> {
  const known = shared.get(tx) ?? new Map<number, Promise<AccountForecast[]>>();
  shared.set(tx, known);
  const forecasts = known.get(contractId) ?? forecastsOf(tx, contractId, today);
  known.set(contractId, forecasts);
  return forecasts;
}

async function forecastsFrom(
  tx: Tx,
  { accounts, fees, charged }: ForecastRows,
  today: Day,
): Promise<AccountForecast[]> {
  const to = lastChargedDay({ today, ...onHold(accounts[0]?.hold) });
  const once = accounts.flatMap(({ once: waiting, calls }) => [
    ...waiting,
    ...calls.map((made) => callsAsOnce(made, to)),
  ]);
  const { prices, unused } = pricesFrom({ fees, charged, once }, to);
  const refunds = unused.length === 0 ? [] : unusedDayRefunds(unused, await textsOf(tx, unused), to);
  const byAccount = Map.groupBy([...prices, ...refunds], ({ accountId }) => accountId);
  return accounts.map((account) => forecastOf(account, byAccount.get(account.accountId) ?? [], today));
}

const callsAsOnce = (calls: UnchargedCalls, today: Day): OnceRow => ({
  accountId: calls.accountId,
  userId: null,
  text: callsText(calls, today),
  amount: calls.amount,
  from: closingDay(calls, today),
});

/** The eve of the first day of charging; null if none is named, absent if charging has begun. */
const onHold = (hold: ChargingHold | null | undefined): Pick<Billing, 'chargedTo'> =>
  hold ? { chargedTo: hold.until === null ? null : addDays(hold.until, -1) } : {};

function forecastOf(account: AccountRow, sold: Price[], today: Day): AccountForecast {
  const { accountId, kind, accountNo, balance, creditLimit, blocked, billingDay, changes, individual, hold } = account;
  const billing = { today, billingDay, inDebt: blocked, ...onHold(hold) };
  const prices = withSteps(sold, { changes: changes ?? [], individual: individual ?? [] }, billing);
  const forecast = forecastFrom({
    ...billing,
    balance,
    creditLimit,
    blocked,
    dueOnReturn: blocked && !hold ? dueOnReturn(prices, billing) : [],
    fees: summedUp(feesOf(prices, billing)),
  });
  return {
    ...forecast,
    accountId,
    kind,
    accountNo,
    prices,
    more: noticeablyMore(account.charged, account.chargedBefore),
    isExternal: hold?.is_external ?? false,
  };
}

/** Read once per statement, because it depends on no account. */
const PRICE_CHANGES = sql`(
  select json_agg(json_build_object('soldKind', sold_kind, 'soldId', sold_id, 'from', from_day, 'amount', price_kopecks) order by from_day)
  from price_change where state = 'planned')`;

/** Those that may still be charged: on hold, the first day may be some days past. */
const individualSql = (today: Day): Sql => sql`(
  select json_agg(json_build_object('id', individual_price_id, 'accountId', account_id, 'what', what, 'planId', plan_id, 'from', from_day, 'until', ends_on,
    'price', price_kopecks, 'percent', percent) order by from_day)
  from individual_price i
  where i.account_id = a.account_id and (ends_on is null or (ends_on > from_day and ends_on > ${today}::date - 31)))`;

const monthBefore = (today: Day): Period => periodOf(addMonths(`${periodOf(today)}-01` as Day, -1));

/** One row by its key, however long the history. */
const chargedIn = (period: Period): Sql => sql`(
  select charged_kopecks from account_month where account_id = a.account_id and period = ${period})`;

const accountsSql = (contract: Sql, today: Day): Sql => sql`
  select a.account_id as "accountId", a.kind, a.account_no as "accountNo", a.balance_kopecks as balance,
    a.credit_limit_kopecks as "creditLimit", a.debt_since is not null as blocked, (
      select billing_day from contract where contract_id = a.contract_id
    ) as "billingDay", ${chargedIn(periodOf(today))} as charged, ${chargedIn(monthBefore(today))} as "chargedBefore",
    coalesce((
      select json_agg(waiting) from (
        select account_id as "accountId", user_id as "userId", text, amount_kopecks as amount,
          case when day > ${today} then day end as "from"
        from one_time_charge o where o.account_id = a.account_id and transaction_id is null
      ) waiting
    ), '[]') as once, ${listed(unchargedCallsSql(sql`l.account_id = a.account_id`))} as calls, ${PRICE_CHANGES} as changes, ${individualSql(today)} as individual, ${holdOn(today)} as hold
  from account a where contract_id = ${contract} order by a.kind`;

/** All columns of `fee` in order: PostgreSQL then passes the rows on unchanged, which costs a sixth less. */
const feesSql = (contract: Sql): Sql => sql`
  with ${feesIn({ contract })}
  select account_id as "accountId", user_id as "userId", phone_number as "phoneNumber", what, sold_kind as "soldKind",
    sold_id as "soldId", sold_since as "soldSince", kind,
    program_id as "programId", name, price as amount, unit, promo_kopecks as promo, promo_until as "promoUntil", from_day as "from",
    until_day as until, situation, returns_on as "returnsOn", resumes_on as "resumesOn"
  from fee`;

const chargedSql = (contract: Sql): Sql => sql`
  select account_id as "accountId", what, sold_id as "soldId", charged_from as "from", charged_until as until,
    amount_kopecks as amount, transaction_id as "transactionId"
  from account join fee_charged using (account_id) where contract_id = ${contract}`;

/** Texts of the charges in the ledger. */
const textsOf = (tx: Tx, charged: readonly ChargedRow[]): Promise<ChargeText[]> =>
  tx.rows<ChargeText>(sql`
    select transaction_id as "transactionId", account_id as "accountId", user_id as "userId", text from ledger_entry
    where transaction_id = any(${charged.map(({ transactionId }) => transactionId)}::bigint[])`);
