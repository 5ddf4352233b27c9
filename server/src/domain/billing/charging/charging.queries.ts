import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import { begunBy } from './hold.queries.ts';
import { chargedRate, FEE_RUNS, FEE_TEXT, feesIn, fullRate, individualOn, rateEnds } from '../fee/fee.queries.ts';

export const REVENUE = sql`(select account_id from account where kind = 'revenue' and contract_id is null)`;

interface AccountId {
  readonly account_id: number;
}

/** Accounts of ours charged through the day before. An account left behind by a failure must first catch up on its own days. */
const isUncharged = (day: Day): Sql => sql`
  not charged_outside and (charged_through is null or charged_through = ${day}::date - 1)`;

/** Returns the next accounts, by id, that are not charged for the day yet. */
export const uncharged = (tx: Tx, day: Day, after: number, most: number): Promise<AccountId[]> =>
  tx.rows(sql`
    select account_id from account
    where contract_id is not null and account_id > ${after} and ${isUncharged(day)}
    order by account_id limit ${most}`);

/** Locks, by id, those of the accounts that are not charged for the day yet. */
export const lockUncharged = (tx: Tx, accounts: readonly number[], day: Day): Promise<AccountId[]> =>
  tx.rows(sql`
    select account_id from account
    where account_id = any(${accounts}::bigint[]) and ${isUncharged(day)}
    order by account_id for no key update`);

export async function markChargedThrough(tx: Tx, accounts: readonly number[], day: Day): Promise<void> {
  await tx.run(sql`
    update account set charged_through = ${day}
    where account_id = any(${accounts}::bigint[]) and not charged_outside and (charged_through is null or charged_through < ${day})`);
}

/**
 * Makes PostgreSQL plan this transaction's statements on each execution. A cached plan, made while there were few marks
 * of charges (none in a provider's first run), would keep rereading all of them as they become many
 * (bench/charging.ts).
 */
export const planAnew = (tx: Tx): Promise<number> => tx.run(PLAN_ANEW);
export const PLAN_ANEW = sql`set local plan_cache_mode = force_custom_plan`;

/** The opposite, for what follows the charges: statements about one account each, whose plans cost more than the work. */
export const planAsUsual = (tx: Tx): Promise<number> => tx.run(sql`set local plan_cache_mode = auto`);

/** Whose marks say what is charged already: those of the ledger, or those of the shadow (decision 0277). */
export interface ChargeBooks {
  readonly marks: Sql;
  /** What else a return needs of a mark `c`. */
  readonly named: Sql;
  /** Whether an account is charged by these books on a day. */
  readonly charges: (day: Sql) => Sql;
  readonly runsOn: (day: Day) => Sql;
  /** Whether what is charged ahead stays charged. */
  readonly stays: (day: Day) => Sql;
}

export const LEDGER: ChargeBooks = {
  marks: sql`fee_charged`,
  named: sql`c.transaction_id`,
  charges: (day) => sql`not charged_outside and ${begunBy(day)}`,
  runsOn: () => FEE_RUNS,
  stays: () => sql`(${FEE_RUNS} or fee.situation = 'debt')`,
};

/**
 * What is due on a day: each running fee that is charged up to that day and no further, for a day or until the next
 * billing day (or its end, or the end of its promotion or individual price), and one-time charges. With `evenInDebt`, also fees that wait
 * for the payment of a debt. Nothing is due before charging begins.
 */
export const dueIn = (
  accounts: readonly number[],
  day: Day,
  { evenInDebt }: { evenInDebt: boolean },
  books = LEDGER,
): Sql => sql`
  ${feesIn({ accounts })}, payer as (
    select account_id, balance_kopecks + credit_limit_kopecks as means,
      period_start(${day}::date, billing_day) as period_from, period_end(${day}::date, billing_day) as period_until
    from account join contract using (contract_id)
    where account_id = any(${accounts}::bigint[]) ${evenInDebt ? sql`` : sql`and debt_since is null`}
      and ${books.charges(sql`${day}::date`)}
  ), priced as (
    select fee.account_id, fee.user_id, fee.phone_number, fee.what, fee.sold_id, ${FEE_TEXT} as text, fee.unit,
      ${chargedRate(sql`${day}::date`, sql`payer.period_from`)} as rate, ${fullRate(sql`${day}::date`, sql`payer.period_from`)} as full_rate,
      least(fee.until_day, ${rateEnds(sql`${day}::date`)}) as ends,
      payer.period_from, payer.period_until, payer.means, fee.promo_until, individual.turns_on,
      -- After a return the same days are charged again: the reference must differ.
      coalesce(charged.turn, 0) as turn
    from fee join payer using (account_id) left join ${individualOn(sql`${day}::date`)}
    left join ${books.marks} charged on charged.account_id = fee.account_id and charged.what = fee.what
    where (${books.runsOn(day)} ${evenInDebt ? sql`or fee.situation = 'debt'` : sql``})
      and (fee.from_day is null or fee.from_day <= ${day}) and (fee.until_day is null or ${day} < fee.until_day)
      and (charged.charged_until is null or charged.charged_until <= ${day})
  ), due as (
    select account_id, user_id, phone_number, what, sold_id, text, unit, rate, full_rate, ${day}::date as service_from, until as service_until,
      case unit when 'day' then rate else part_of(rate, until - ${day}::date, period_until - period_from) end as amount,
      what || ':' || case when unit = 'month' and period_from = ${day} then to_char(${day}::date, 'YYYY-MM')
        else to_char(${day}::date, 'YYYY-MM-DD') end || case when turn > 0 then '~' || turn else '' end as reference,
      turn, null::bigint as once, means
    from priced cross join lateral (
      select least(case unit when 'day' then ${day}::date + 1 else period_until end, ends) as until) span
    where rate > 0
    union all
    select o.account_id, o.user_id, o.phone_number, o.what, 0, o.text, null, null, null, o.service_from, o.service_until, o.amount_kopecks,
      o.what, 0, o.one_time_charge_id, payer.means
    from one_time_charge o join payer using (account_id)
    where o.transaction_id is null and o.day <= ${day}
  )`;

/** The sum due on the day per account; accounts with nothing due are absent. */
export const dueSums = (
  tx: Tx,
  accounts: readonly number[],
  day: Day,
): Promise<{ account_id: number; due: Kopecks; means: Kopecks }[]> =>
  tx.rows(sql`
    with ${dueIn(accounts, day, { evenInDebt: true })}
    select account_id, sum(amount)::bigint as due, means from due group by account_id, means`);

/**
 * Accounts in debt that can now pay for all that is due on the day, because fewer days of the period are left, or some
 * were given back. They need no payment any more, so no payment would ever restore their services.
 */
export async function ableAgain(tx: Tx, accounts: readonly number[], day: Day): Promise<{ account_id: number }[]> {
  const debtors = await tx.rows<{ account_id: number }>(sql`
    select account_id from account where account_id = any(${accounts}::bigint[]) and debt_since is not null`);
  if (debtors.length === 0) return [];
  const ids = debtors.map(({ account_id }) => account_id);
  return tx.rows(sql`
    with ${dueIn(ids, day, { evenInDebt: true })}
    select account_id from account
    where account_id = any(${ids}::bigint[]) and balance_kopecks + credit_limit_kopecks >=
      coalesce((select sum(amount) from due where due.account_id = account.account_id), 0)
    order by account_id`);
}

/**
 * Charges what is due on the day for every account that can pay for all of it; returns the accounts that cannot. It is
 * one statement, so that ledger, marks of charges, and the decision who can pay use one snapshot.
 */
export async function chargeDue(tx: Tx, accounts: readonly number[], day: Day, now: Date): Promise<number[]> {
  const rows = await tx.rows<{ account_id: number }>(sql`
    with ${dueIn(accounts, day, { evenInDebt: false })}, bill as materialized (
      select *, sum(amount) over (partition by account_id) <= means as is_covered from due
    ), ${enteredIn(day, now)}
    select distinct account_id from bill where not is_covered order by account_id`);
  return rows.map(({ account_id }) => account_id);
}

/**
 * Charges the one-time charges that wait, of whatever day, though money is missing: the contract is closed, and its end
 * is refused while anything is owed.
 */
export const chargeWaiting = (tx: Tx, accounts: readonly number[], day: Day, now: Date): Promise<number> =>
  tx.run(sql`
    with bill as materialized (
      select o.account_id, o.user_id, o.phone_number, o.what, 0 as sold_id, o.text, null as unit, null::bigint as rate, null::bigint as full_rate,
        o.service_from, o.service_until, o.amount_kopecks as amount, o.what as reference, 0 as turn, o.one_time_charge_id as once,
        true as is_covered
      from one_time_charge o join account using (account_id)
      where o.account_id = any(${accounts}::bigint[]) and o.transaction_id is null and ${LEDGER.charges(sql`${day}::date`)}
    ), ${enteredIn(day, now)}
    select from charged_once`);

/** Enters the lines of `bill` that are covered into the ledger and the marks of charges, as the further members of its `with`. */
const enteredIn = (day: Day, now: Date): Sql => sql`
    line as materialized (
      -- Ids are assigned here, so that a line need not be joined with its transaction again.
      select *, nextval(pg_get_serial_sequence('ledger_transaction', 'transaction_id')) as transaction_id
      from (select * from bill where is_covered and amount > 0 order by account_id, amount, what) sorted
    ), posted as (
      insert into ledger_transaction (transaction_id, kind, reference, day, happened_at)
      select transaction_id, 'charge', 'charge:' || reference, ${day}::date, ${now}::timestamptz from line
    ), entered as (
      insert into ledger_entry (transaction_id, account_id, amount_kopecks, day, happened_at, text, user_id, phone_number, period,
        service_from, service_until, rate_kopecks, rate_unit, full_rate_kopecks)
      select transaction_id, side.account_id, side.amount, ${day}::date, ${now}::timestamptz, text, user_id, phone_number,
        to_char(coalesce(service_from, ${day}::date), 'YYYY-MM'), service_from, service_until, rate, unit, full_rate
      from line cross join lateral (values (line.account_id, -amount), (${REVENUE}, amount)) side (account_id, amount)
    ), marked as (
      insert into fee_charged (account_id, what, sold_id, charged_from, charged_until, amount_kopecks, transaction_id, turn)
      select account_id, what, sold_id, service_from, service_until, amount, transaction_id, turn from line where once is null
      on conflict (account_id, what) do update
        set sold_id = excluded.sold_id, charged_from = excluded.charged_from, charged_until = excluded.charged_until,
          amount_kopecks = excluded.amount_kopecks, transaction_id = excluded.transaction_id, turn = excluded.turn
    ), charged_once as (
      update one_time_charge o set transaction_id = line.transaction_id from line where o.one_time_charge_id = line.once
      returning o.one_time_charge_id
    )`;
