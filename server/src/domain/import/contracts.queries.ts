import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import { SIDES } from '#server/domain/money/ledger/sides.ts';

interface Client {
  readonly contract_id: number;
  readonly printed_no: string | null;
  readonly client_name: string;
  readonly is_company: boolean;
  readonly house: string;
  readonly flat: string | null;
  readonly billing_day: number;
  readonly opened_on: Day;
  readonly closed_on: Day | null;
  readonly phone: string | null;
  readonly email: string | null;
}

export interface ImportedContractRow extends Client {
  readonly town: string;
  readonly street: string | null;
}

export const contractsOf = (tx: Tx, ids: readonly number[]): Promise<ImportedContractRow[]> =>
  tx.rows(sql`
    select c.contract_id, printed_no, client_name, is_company, town.name as town, street.name as street, house, flat, billing_day, opened_on, closed_on,
      phone.value as phone, email.value as email
    from contract c
    join town on town.town_id = c.town_id
    left join street on street.street_id = c.street_id
    left join contact phone on phone.contract_id = c.contract_id and phone.kind = 'phone' and phone.state = 'active'
    left join contact email on email.contract_id = c.contract_id and email.kind = 'email' and email.state = 'active'
    where c.contract_id = any(${ids}::bigint[])`);

/** Hashes of the passwords of contracts that are there. */
export const passwordHashesOf = (tx: Tx, ids: readonly number[]): Promise<{ contract_id: number; hash: string }[]> =>
  tx.rows(sql`select contract_id, password_hash as hash from credential where contract_id = any(${ids}::bigint[])`);

export interface ImportedContract extends Client {
  readonly client_name_io: string;
  readonly client_name_short: string;
  readonly town_id: number;
  readonly street_id: number | null;
  readonly password_hash: string;
}

/** Contracts with their password and first contacts: the provider says that they are confirmed. */
export const insertContracts = (tx: Tx, contracts: readonly ImportedContract[], now: Date): Promise<number> =>
  tx.run(sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(contracts)}::jsonb)
        as g (contract_id bigint, printed_no text, client_name text, client_name_io text, client_name_short text, is_company boolean,
          town_id integer, street_id integer, house text, flat text, billing_day integer, opened_on date, closed_on date,
          phone text, email text, password_hash text)
    ), made as (
      insert into contract (contract_id, printed_no, client_name, client_name_io, client_name_short, is_company, town_id, street_id, house,
        flat, billing_day, opened_on, closed_on, state)
      select contract_id, printed_no, client_name, client_name_io, client_name_short, is_company, town_id, street_id, house, flat,
        billing_day, opened_on, closed_on, case when closed_on is null then 'active' else 'closed' end
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

/** Contracts that have printed numbers of these spellings (`printedKey`). */
export const takenPrinted = (tx: Tx, keys: readonly string[]): Promise<{ value: string; contract_id: number }[]> =>
  tx.rows(sql`
    select printed_key(printed_no) as value, contract_id from contract
    where printed_key(printed_no) collate "C" = any(${keys}::text[])`);

export interface ImportedAccountRow {
  readonly account_no: string;
  readonly kind: 'i' | 't';
  readonly contract_id: number;
  /** The opening balance. */
  readonly opening: Kopecks;
  readonly credit_limit: Kopecks;
}

/** Lines of the former system in the ledger: `former:<account>:<operation>`. */
const FORMER = sql`'former:' || a.account_id || ':'`;

/** What opening balances have grown by since: `opening-again:<account>:<turn>`. */
const AGAIN = sql`'opening-again:' || a.account_id || ':'`;

/** By sides: an account has an index for each. `offset 0`: the reference is looked up once, however often a condition names it. */
const linesOn = (side: Sql): Sql => sql`
  (select amount_kopecks, (select reference from ledger_transaction t where t.transaction_id = e.transaction_id) as reference
  from ledger_entry e where e.account_id = a.account_id and ${side} offset 0)`;

/** All lines of the account `a`, with the references of their transactions. */
export const LINES_OF_ACCOUNT = sql`(${linesOn(SIDES.in)} union all ${linesOn(SIDES.out)})`;

/** Accounts of these numbers, and of these contracts. */
export const accountsByNumberOrContract = (
  tx: Tx,
  numbers: readonly string[],
  contracts: readonly number[],
): Promise<ImportedAccountRow[]> =>
  tx.rows(sql`
    select account_no, a.kind, c.contract_id, coalesce((
      select sum(amount_kopecks) from ${LINES_OF_ACCOUNT} line
      where reference = 'opening:' || account_no or starts_with(reference, ${AGAIN}) or starts_with(reference, ${FORMER})
    ), 0)::bigint as opening, credit_limit_kopecks - promised_kopecks as credit_limit
    from account a join contract c using (contract_id)
    where account_no = any(${numbers}::text[]) or a.contract_id = any(${contracts}::bigint[])`);

/** Those of these accounts of clients that are there. */
export const openAccountsOf = (tx: Tx, numbers: readonly string[]): Promise<{ account_no: string }[]> =>
  tx.rows(sql`
    select account_no from account where account_no = any(${numbers}::text[]) and contract_id is not null`);

/** A line of the former system: it counts in the months before, and the opening balance is less by it. */
export interface FormerLine {
  readonly account_no: string;
  readonly operation: string;
  readonly day: Day;
  readonly kind: 'payment' | 'charge' | 'refund' | 'correction';
  readonly amount: Kopecks;
  readonly text: string;
  readonly method: 'cash' | 'card' | 'sbp' | 'bank' | null;
}

type FormerKey = Pick<FormerLine, 'account_no' | 'operation'>;

/** Those of these lines that are in the ledger: each by its own key, so that no plan reads all lines of an account for each. */
export const formerLinesOf = (tx: Tx, lines: readonly FormerKey[]): Promise<FormerLine[]> =>
  tx.rows(sql`
    select a.account_no, g.operation, t.day, t.kind, e.amount_kopecks as amount, e.text, e.method
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as g (account_no text, operation text)
    join account a using (account_no)
    cross join lateral (select * from ledger_transaction where reference = ${FORMER} || g.operation offset 0) t
    cross join lateral (select * from ledger_entry where transaction_id = t.transaction_id offset 0) e
    where e.account_id = a.account_id`);
