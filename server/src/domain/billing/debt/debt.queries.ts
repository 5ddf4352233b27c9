import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

export interface ClientAccount {
  readonly account_id: number;
  readonly contract_id: number;
  readonly kind: 'i' | 't';
  readonly balance: Kopecks;
  readonly credit_limit: Kopecks;
  readonly in_debt: boolean;
  readonly charged_outside: boolean;
}

/** The current account, locked until the end of the transaction. */
export const lockAccount = (tx: Tx, accountId: number): Promise<ClientAccount> =>
  tx.one(sql`
    select account_id, contract_id, kind, balance_kopecks as balance, credit_limit_kopecks as credit_limit,
      debt_since is not null as in_debt, charged_outside
    from account where account_id = ${accountId} for no key update`);

/** Locks accounts by id, as the charging run does, so that neither waits for the other. */
export const lockAccounts = (tx: Tx, accounts: readonly number[]): Promise<{ account_id: number }[]> =>
  tx.rows(sql`
    select account_id from account
    where account_id = any(${accounts}::bigint[]) order by account_id for no key update`);

/** Accounts below their limit that still have their services, because a credit limit has ended. */
export const overdrawn = (tx: Tx, accounts: readonly number[]): Promise<{ account_id: number }[]> =>
  tx.rows(sql`
    select account_id from account
    where account_id = any(${accounts}::bigint[]) and debt_since is null and balance_kopecks + credit_limit_kopecks < 0`);

/**
 * Marks accounts as indebted; returns those that were not yet. A contract that has ended has nothing to switch off: what it owes stays. Of
 * what another billing charges, that one says what is off.
 */
export const markDebt = (
  tx: Tx,
  accounts: readonly number[],
  now: Date,
): Promise<{ account_id: number; contract_id: number; kind: 'i' | 't'; means: Kopecks }[]> =>
  tx.rows(sql`
    update account a set debt_since = ${now}
    from contract c
    where account_id = any(${accounts}::bigint[]) and debt_since is null and not charged_outside
      and c.contract_id = a.contract_id and c.state <> 'closed'
    returning account_id, a.contract_id, kind, balance_kopecks + credit_limit_kopecks as means`);

export const clearDebt = (tx: Tx, accountId: number): Promise<number> =>
  tx.run(sql`update account set debt_since = null where account_id = ${accountId}`);

/** The promised payment that ended unpaid is repaid if the account has its debt no more. */
export const repayEndedPromise = (tx: Tx, accountId: number, now: Date): Promise<number> =>
  tx.run(sql`
    update promised_payment p set state = 'repaid', closed_at = ${now}
    from account a
    where p.account_id = ${accountId} and p.state = 'ended' and a.account_id = p.account_id and a.debt_since is null`);

export interface SwitchedUser {
  readonly account_id: number;
  readonly user_id: number;
  readonly name: string;
}
export interface SwitchedNumber {
  readonly account_id: number;
  readonly phone_number: string;
}

/** Blocks working services, in the order of their ids; those that are off for another reason stay as they are. */
export const blockUsers = (tx: Tx, accounts: readonly number[], now: Date): Promise<SwitchedUser[]> =>
  tx.rows(sql`
    with changed as (
      update service_user set state = 'blocked', reason = 'debt', state_since = ${now}
      where account_id = any(${accounts}::bigint[]) and state = 'active'
      returning account_id, user_id, name
    )
    select * from changed order by user_id`);

export const blockNumbers = (tx: Tx, accounts: readonly number[], now: Date): Promise<SwitchedNumber[]> =>
  tx.rows(sql`
    with changed as (
      update phone_number set state = 'blocked', reason = 'debt', state_since = ${now}
      where account_id = any(${accounts}::bigint[]) and state = 'active'
      returning account_id, phone_number
    )
    select * from changed order by phone_number`);

/** Restores service accounts that were switched off for debt, in the order of their ids: a change names them as its preview did. */
export const bringUsersBack = (tx: Tx, accountId: number, now: Date): Promise<SwitchedUser[]> =>
  tx.rows(sql`
    with changed as (
      update service_user set state = 'active', reason = null, state_since = ${now}
      where account_id = ${accountId} and state = 'blocked' and reason = 'debt'
      returning account_id, user_id, name
    )
    select * from changed order by user_id`);

/** Restores phone numbers that were switched off for debt. */
export const bringNumbersBack = (tx: Tx, accountId: number, now: Date): Promise<SwitchedNumber[]> =>
  tx.rows(sql`
    with changed as (
      update phone_number set state = 'active', reason = null, state_since = ${now}
      where account_id = ${accountId} and state = 'blocked' and reason = 'debt'
      returning account_id, phone_number
    )
    select * from changed order by phone_number`);

/** Names of what a payment would restore: services, then numbers. */
export const switchedOffForDebt = (tx: Tx, accountId: number): Promise<{ name: string; kind: string }[]> =>
  tx.rows(sql`
    select name, user_type as kind from service_user
    where account_id = ${accountId} and state = 'blocked' and reason = 'debt'
    union all
    select phone_number, 'number' from phone_number
    where account_id = ${accountId} and state = 'blocked' and reason = 'debt'
    order by name`);
