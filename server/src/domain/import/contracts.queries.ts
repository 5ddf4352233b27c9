import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#db/database.ts';
import { sql } from '#db/sql.ts';

export interface ContractRow {
  readonly contract_id: number;
  readonly client_name: string;
}

export const contractsOf = (tx: Tx, ids: readonly number[]): Promise<ContractRow[]> =>
  tx.rows(sql`select contract_id, client_name from contract where contract_id = any(${ids}::bigint[])`);

export interface NewContract extends ContractRow {
  readonly client_name_io: string;
  readonly client_name_short: string;
  readonly is_company: boolean;
  readonly town_id: number;
  readonly street_id: number | null;
  readonly house: string;
  readonly flat: string | null;
  readonly billing_day: number;
  readonly opened_on: Day;
  readonly phone: string | null;
  readonly email: string | null;
  readonly password_hash: string;
}

/** Contracts with their password and first contacts: the provider says that they are confirmed. */
export const insertContracts = (tx: Tx, contracts: readonly NewContract[], now: Date): Promise<number> =>
  tx.run(sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(contracts)}::jsonb)
        as g (contract_id bigint, client_name text, client_name_io text, client_name_short text, is_company boolean,
          town_id integer, street_id integer, house text, flat text, billing_day integer, opened_on date,
          phone text, email text, password_hash text)
    ), made as (
      insert into contract (contract_id, client_name, client_name_io, client_name_short, is_company, town_id, street_id, house,
        flat, billing_day, opened_on)
      select contract_id, client_name, client_name_io, client_name_short, is_company, town_id, street_id, house, flat,
        billing_day, opened_on
      from given
    ), signed as (
      insert into credential (contract_id, password_hash, changed_at)
      select contract_id, password_hash, ${now}::timestamptz from given
    )
    insert into contact (contract_id, kind, value, state, confirmed_at)
    select contract_id, kind, value, 'active', ${now}::timestamptz
    from given cross join lateral (values ('phone', phone), ('email', email)) contact (kind, value)
    where value is not null`);

/** Contacts that are logins already. */
export const takenContacts = (tx: Tx, values: readonly string[]): Promise<{ value: string; contract_id: number }[]> =>
  tx.rows(sql`
    select value, contract_id from contact where state = 'active' and value = any(${values}::text[])
    union all
    select address, contract_id from further_contact
    where role = 'owner' and confirmed_at is not null and address = any(${values}::text[])`);

export interface AccountRow {
  readonly account_no: string;
  readonly kind: 'i' | 't';
  readonly contract_id: number;
  /** The opening balance. */
  readonly opening: Kopecks;
}

/** Accounts of these numbers, and of these contracts. */
export const accountsOf = (tx: Tx, numbers: readonly string[], contracts: readonly number[]): Promise<AccountRow[]> =>
  tx.rows(sql`
    select account_no, a.kind, c.contract_id, coalesce(e.amount_kopecks, 0) as opening
    from account a join contract c using (contract_id)
    left join ledger_transaction t on t.reference = 'opening:' || account_no
    left join ledger_entry e on e.transaction_id = t.transaction_id and e.account_id = a.account_id
    where account_no = any(${numbers}::text[]) or c.contract_id = any(${contracts}::bigint[])`);

export interface NewAccount extends AccountRow {
  readonly credit_limit: Kopecks;
}

/** Inserts accounts with a credit limit that allows any debt; `setLimits` sets the real one. */
export const insertAccounts = (tx: Tx, accounts: readonly NewAccount[]): Promise<number> =>
  tx.run(sql`
    insert into account (kind, contract_id, account_no, credit_limit_kopecks)
    select kind, contract_id, account_no, greatest(credit_limit, -opening)
    from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb)
      as g (kind text, contract_id bigint, account_no text, credit_limit bigint, opening bigint)`);

/** Enters the balances, each against the provider's account of corrections, in one statement. */
export const openBalances = (
  tx: Tx,
  accounts: readonly NewAccount[],
  { against, day, now }: { against: number; day: Day; now: Date },
): Promise<number> =>
  tx.run(sql`
    with line as materialized (
      select a.account_id, opening, account_no,
        nextval(pg_get_serial_sequence('ledger_transaction', 'transaction_id')) as transaction_id
      from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) as g (account_no text, opening bigint)
      join account a using (account_no)
      where opening <> 0
    ), posted as (
      insert into ledger_transaction (transaction_id, kind, reference, day, happened_at)
      select transaction_id, 'opening', 'opening:' || account_no, ${day}::date, ${now}::timestamptz from line
    )
    insert into ledger_entry (transaction_id, account_id, amount_kopecks, day, happened_at, text)
    select transaction_id, side.account_id, side.amount, ${day}::date, ${now}::timestamptz, 'Остаток на начало учёта'
    from line cross join lateral (values (line.account_id, opening), (${against}::bigint, -opening)) side (account_id, amount)`);

export const setLimits = (tx: Tx, accounts: readonly NewAccount[]): Promise<number> =>
  tx.run(sql`
    update account a set credit_limit_kopecks = g.credit_limit
    from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) as g (account_no text, credit_limit bigint)
    where a.account_no = g.account_no and a.credit_limit_kopecks <> g.credit_limit`);
