import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { AccountCharge } from './former-charges.rules.ts';

export const saveHere = (tx: Tx): Promise<number> => tx.run(sql`savepoint chunk`);
export const undoToHere = (tx: Tx): Promise<number> => tx.run(sql`rollback to savepoint chunk`);
export const keepIt = (tx: Tx): Promise<number> => tx.run(sql`release savepoint chunk`);

export interface ChargedFor {
  readonly kind: 'charge' | 'correction';
  readonly text: string;
  readonly count: number;
  /** Above zero: charged; below: given back. */
  readonly sum: Kopecks;
}

/** What the lines after a transaction, entered at that moment, were for; the largest sums first. */
export const chargedSince = (tx: Tx, after: number, now: Date): Promise<ChargedFor[]> =>
  tx.rows(sql`
    select t.kind, e.text, count(*)::integer as count, -sum(e.amount_kopecks)::bigint as sum
    from ledger_transaction t join ledger_entry e using (transaction_id) join account a using (account_id)
    where t.transaction_id > ${after} and t.happened_at = ${now} and a.contract_id is not null
    group by t.kind, e.text order by sum desc, e.text`);

/** What each account was charged after a transaction, at that moment; the accounts of these numbers, too, if nothing. */
export const chargesOfAccounts = (
  tx: Tx,
  { after, now, numbers }: { after: number; now: Date; numbers: readonly string[] },
): Promise<AccountCharge[]> =>
  tx.rows(sql`
    with charged as (
      select e.account_id, -sum(e.amount_kopecks)::bigint as sum
      from ledger_transaction t join ledger_entry e using (transaction_id)
      where t.transaction_id > ${after} and t.happened_at = ${now}
      group by e.account_id
    )
    select a.account_no, c.contract_id, coalesce(charged.sum, 0)::bigint as sum
    from account a join contract c on c.contract_id = a.contract_id left join charged using (account_id)
    where charged.account_id is not null or a.account_no = any(${numbers}::text[])
    order by a.account_no`);

export interface FirstNightSwitch {
  readonly contract_id: number;
  readonly account_id: number;
  readonly account_no: string;
  /** A service, or a phone number. */
  readonly name: string;
  readonly is_on: boolean;
}

/** Services and phone numbers that were switched off for debt, or on again, at that moment. */
export const switchedAt = (tx: Tx, now: Date): Promise<FirstNightSwitch[]> =>
  tx.rows(sql`
    select c.contract_id, a.account_id, a.account_no, one.name, one.state = 'active' as is_on
    from (
      select account_id, name, state, user_id as id from service_user
      where state_since = ${now} and (state = 'active' or (state = 'blocked' and reason = 'debt'))
      union all
      select account_id, phone_number, state, null from phone_number
      where state_since = ${now} and (state = 'active' or (state = 'blocked' and reason = 'debt'))
    ) one join account a using (account_id) join contract c on c.contract_id = a.contract_id
    order by c.contract_id, a.account_id, one.id, one.name`);

/** Services and phone numbers whose state this transaction has ordered the network to take over. */
export const ordersToNetwork = async (tx: Tx): Promise<number> =>
  (
    await tx.one<{ orders: number }>(sql`
      select count(*)::integer as orders from outbox_effect
      where created_at = now() and state = 'due' and kind = 'service.provision'`)
  ).orders;

export const accountNumbers = (
  tx: Tx,
  accounts: readonly number[],
): Promise<{ account_id: number; account_no: string }[]> =>
  tx.rows(sql`select account_id, account_no from account where account_id = any(${accounts}::bigint[])`);
