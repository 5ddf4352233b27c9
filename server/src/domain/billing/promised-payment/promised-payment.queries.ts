import type { Day, Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { ASKED_OUTSIDE } from '../charging/source.queries.ts';
import { sql } from '#server/db/sql.ts';
import type { PromisedPayment } from './promised-payment.rules.ts';

interface StoredPromise extends Omit<PromisedPayment, 'takenOn'> {
  readonly promisedPaymentId: number;
}

export interface PromiseStanding {
  readonly opened_on: Day;
  readonly is_active: boolean;
  /** Another billing charges. */
  readonly is_external: boolean;
  /** Another billing was asked for changes, here or elsewhere. */
  readonly was_asked: boolean;
  readonly last: StoredPromise | null;
}

/** The facts about the contract and its past that a promised payment depends on. */
export const standingOf = (tx: Tx, accountId: number): Promise<PromiseStanding> =>
  tx.one(sql`
    select c.opened_on, c.state = 'active' as is_active, a.charged_outside as is_external, ${ASKED_OUTSIDE} as was_asked, last.promise as last
    from account a
    join contract c using (contract_id)
    left join lateral (
      select json_build_object('promisedPaymentId', p.promised_payment_id, 'amount', p.amount_kopecks,
        'fee', coalesce((
          select -e.amount_kopecks from ledger_entry e
          where e.transaction_id = p.fee_transaction_id and e.account_id = p.account_id), 0),
        'takenAt', p.taken_at, 'endsOn', p.ends_on, 'state', p.state) as promise
      from promised_payment p
      where p.account_id = a.account_id
      order by p.promised_payment_id desc limit 1
    ) last on true
    where a.account_id = ${accountId}`);

/**
 * The contract's account of that kind, locked until the end of the transaction: two simultaneous promises are taken one
 * after another.
 */
export const lockAccountOfKind = (
  tx: Tx,
  contractId: number,
  kind: 'i' | 't',
): Promise<{ account_id: number } | undefined> =>
  tx.maybe(sql`
    select account_id from account where contract_id = ${contractId} and kind = ${kind} for no key update`);

export interface NewPromise {
  readonly accountId: number;
  readonly amount: Kopecks;
  readonly takenAt: Date;
  readonly endsOn: Day;
}

/** The table's trigger also raises the credit limit. */
export async function insertPromise(tx: Tx, { accountId, amount, takenAt, endsOn }: NewPromise): Promise<number> {
  const made = await tx.one<{ promised_payment_id: number }>(sql`
    insert into promised_payment (account_id, amount_kopecks, limit_before_kopecks, taken_at, ends_on)
    select account_id, ${amount}, credit_limit_kopecks, ${takenAt}, ${endsOn} from account where account_id = ${accountId}
    returning promised_payment_id`);
  return made.promised_payment_id;
}

export const setFee = (tx: Tx, promisedPaymentId: number, transactionId: number): Promise<number> =>
  tx.run(sql`
    update promised_payment set fee_transaction_id = ${transactionId} where promised_payment_id = ${promisedPaymentId}`);

export interface OpenPromise {
  readonly promised_payment_id: number;
  readonly amount: Kopecks;
  readonly ends_on: Day;
  readonly state: 'active' | 'ended';
}

/** The latest promise of the account, unless it is repaid. */
export const openPromise = (tx: Tx, accountId: number): Promise<OpenPromise | undefined> =>
  tx.maybe(sql`
    select * from (
      select promised_payment_id, amount_kopecks as amount, ends_on, state from promised_payment
      where account_id = ${accountId} order by promised_payment_id desc limit 1
    ) last where state <> 'repaid'`);

/** The table's trigger also takes the rest of the promise off the credit limit. */
export const markRepaid = (tx: Tx, promisedPaymentId: number, now: Date): Promise<number> =>
  tx.run(sql`
    update promised_payment set state = 'repaid', closed_at = ${now} where promised_payment_id = ${promisedPaymentId}`);

/**
 * Adds a promise with the terms of the account's latest one, if that was closed as repaid at that moment. One whose day has
 * come is added as ended.
 */
export const promiseLikeClosed = (
  tx: Tx,
  { accountId, closedAt, today, now }: { accountId: number; closedAt: Date; today: Day; now: Date },
): Promise<Omit<OpenPromise, 'amount'> | undefined> =>
  tx.maybe(sql`
    insert into promised_payment
      (account_id, amount_kopecks, limit_before_kopecks, fee_transaction_id, taken_at, ends_on, state, closed_at)
    select p.account_id, p.amount_kopecks, a.credit_limit_kopecks, p.fee_transaction_id, p.taken_at, p.ends_on,
      case when p.ends_on > ${today} then 'active' else 'ended' end, case when p.ends_on > ${today} then null else ${now}::timestamptz end
    from (
      select * from promised_payment where account_id = ${accountId} order by promised_payment_id desc limit 1
    ) p join account a using (account_id)
    where p.state = 'repaid' and p.closed_at = ${closedAt}
    returning promised_payment_id, ends_on, state`);

/** The account's latest promise, if it was closed as repaid at that moment. */
export const promiseClosedAt = (
  tx: Tx,
  accountId: number,
  closedAt: Date,
): Promise<Pick<OpenPromise, 'amount' | 'ends_on'> | undefined> =>
  tx.maybe(sql`
    select amount, ends_on from (
      select amount_kopecks as amount, ends_on, state, closed_at from promised_payment
      where account_id = ${accountId} order by promised_payment_id desc limit 1
    ) last where state = 'repaid' and closed_at = ${closedAt}`);

export interface EndedPromise {
  readonly promised_payment_id: number;
  readonly account_id: number;
  readonly contract_id: number;
  readonly kind: 'i' | 't';
  /** Whether the account can do without it. */
  readonly is_repaid: boolean;
  /** Balance and limit without it. */
  readonly means: Kopecks;
}

/** Accounts with a promise that ends by that day. */
export const endingPromises = (tx: Tx, day: Day): Promise<{ account_id: number }[]> =>
  tx.rows(sql`
    select account_id from promised_payment where state = 'active' and ends_on <= ${day} order by account_id`);

/**
 * Ends every promise of these accounts that ends by that day. Locks accounts first and in one order, as everywhere
 * where money moves.
 */
export async function endDue(
  tx: Tx,
  { day, accounts, now }: { day: Day; accounts: readonly number[]; now: Date },
): Promise<EndedPromise[]> {
  const among = sql`and p.account_id = any(${accounts}::bigint[])`;
  await tx.run(sql`
    select 1 from account
    where account_id in (
      select p.account_id from promised_payment p where p.state = 'active' and p.ends_on <= ${day} ${among})
    order by account_id for no key update`);
  return tx.rows(sql`
    update promised_payment p
    set closed_at = ${now},
      state = case
        when a.balance_kopecks + a.credit_limit_kopecks - a.promised_kopecks >= 0 then 'repaid' else 'ended'
      end
    from account a
    where a.account_id = p.account_id and p.state = 'active' and p.ends_on <= ${day} ${among}
    returning p.promised_payment_id, p.account_id, a.contract_id, a.kind, p.state = 'repaid' as is_repaid,
      a.balance_kopecks + a.credit_limit_kopecks - a.promised_kopecks as means`);
}

export interface RemindedPromise {
  readonly account_id: number;
  readonly contract_id: number;
  readonly kind: 'i' | 't';
  readonly amount: Kopecks;
  readonly ends_on: Day;
}

/** The promise, if it is active. */
export const activePromise = (tx: Tx, promisedPaymentId: number): Promise<RemindedPromise | undefined> =>
  tx.maybe(sql`
    select account_id, a.contract_id, a.kind, p.amount_kopecks as amount, p.ends_on
    from promised_payment p join account a using (account_id)
    where p.promised_payment_id = ${promisedPaymentId} and p.state = 'active'`);

/** The sum promised on the account now; 0 if none. */
export const promisedOf = (
  tx: Tx,
  accountId: number,
): Promise<{ amount: Kopecks; endsOn: Day; takenAt: Instant } | undefined> =>
  tx.maybe(sql`
    select amount_kopecks as amount, ends_on as "endsOn", taken_at as "takenAt" from promised_payment
    where account_id = ${accountId} and state = 'active'`);
