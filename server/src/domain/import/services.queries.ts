import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { ServiceSecret } from '#server/domain/services/access/access.queries.ts';
import type { Situation } from '#server/domain/services/service/situation.rules.ts';

/** Accounts of clients. */
export const accountIds = (
  tx: Tx,
  contracts: readonly number[],
): Promise<{ account_id: number; contract_id: number; kind: 'i' | 't'; is_closed: boolean }[]> =>
  tx.rows(sql`
    select account_id, c.contract_id, kind, c.state = 'closed' as is_closed from account join contract c using (contract_id)
    where c.contract_id = any(${contracts}::bigint[])`);

export interface ImportedServiceRow {
  readonly user_id: number;
  readonly contract_id: number;
  readonly account_id: number;
  readonly login: string;
  readonly plan_id: number | null;
}

/** What the days of a fee are charged up to. */
interface PaidRow {
  readonly paid_through: Day | null;
  /** Whether we have charged since, so that the day is no longer the former system's. */
  readonly is_charged: boolean;
}

const PAID = sql`paid.charged_until - 1 as paid_through, paid.transaction_id is not null as is_charged`;

export interface KnownService extends ImportedServiceRow, PaidRow {
  readonly type: ServiceType;
  readonly name: string;
  readonly plan: string | null;
  readonly address: string;
  readonly situation: Situation;
  readonly opened_on: Day;
  readonly closed_on: Day | null;
  readonly promo: Kopecks | null;
  readonly promo_until: Day | null;
  readonly mac: string | null;
  /** Null without a password. */
  readonly form: ServiceSecret['form'] | null;
  readonly secret: Buffer | null;
}

export const importedServicesOf = (tx: Tx, logins: readonly string[]): Promise<KnownService[]> =>
  tx.rows(sql`
    select u.user_id, u.contract_id, u.account_id, u.login, u.plan_id, u.user_type as type, u.name, p.name as plan, u.address,
      coalesce(u.reason, u.state) as situation, u.opened_on, u.closed_on, u.promo_kopecks as promo, u.promo_until, a.bound_mac::text as mac,
      s.form, s.secret, ${PAID}
    from service_user u
    left join plan p using (plan_id)
    left join service_access a using (user_id)
    left join service_secret s using (user_id)
    left join fee_charged paid on paid.account_id = u.account_id and paid.what = u.user_id || ':plan'
    where u.login = any(${logins}::text[])`);

export type ServiceType = 'isg' | 'ethernet' | 'homenet' | 'dialup' | 'tv' | 'sip' | 'mail';
export type ServiceState = 'active' | 'debt' | 'operator' | 'connecting';

export interface NewService {
  readonly contract_id: number;
  readonly account_id: number;
  readonly type: ServiceType;
  readonly name: string;
  readonly login: string;
  readonly address: string;
  readonly state: ServiceState;
  readonly plan_id: number;
  readonly opened_on: Day;
  readonly promo: Kopecks | null;
  readonly promo_until: Day | null;
}

export const insertServices = (tx: Tx, services: readonly NewService[], now: Date): Promise<ImportedServiceRow[]> =>
  tx.rows(sql`
    insert into service_user (contract_id, account_id, user_type, name, login, address, state, reason, state_since, plan_id,
      opened_on, promo_kopecks, promo_until)
    select contract_id, account_id, type, name, login, address,
      case when state in ('debt', 'operator') then 'blocked' else state end,
      case when state in ('debt', 'operator') then state end,
      ${now}::timestamptz, plan_id, opened_on, promo, promo_until
    from jsonb_to_recordset(${JSON.stringify(services)}::jsonb)
      as g (contract_id bigint, account_id bigint, type text, name text, login text, address text, state text, plan_id integer,
        opened_on date, promo bigint, promo_until date)
    returning user_id, contract_id, account_id, login, plan_id`);

/** Lines of `isg` need no password. */
export const insertAccess = (tx: Tx, lines: readonly { user_id: number; mac: string | null }[]): Promise<number> =>
  tx.run(sql`
    insert into service_access (user_id, auto_auth, bound_mac)
    select user_id, user_type = 'isg', mac::macaddr
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as g (user_id bigint, mac text)
    join service_user using (user_id)
    where service_kind = 'internet'`);

export const insertMailboxes = (
  tx: Tx,
  boxes: readonly { user_id: number; address: string; quota_bytes: number }[],
): Promise<number> =>
  tx.run(sql`
    insert into mailbox (user_id, address, quota_bytes, used_bytes)
    select user_id, address, quota_bytes, 0
    from jsonb_to_recordset(${JSON.stringify(boxes)}::jsonb) as g (user_id bigint, address text, quota_bytes bigint)`);

export const mailDomains = (tx: Tx): Promise<{ domain: string }[]> => tx.rows(sql`select domain from mail_domain`);

export interface NewSecret {
  readonly user_id: number;
  readonly form: string;
  /** In hexadecimal digits. */
  readonly secret: string;
}

export const insertSecrets = (tx: Tx, secrets: readonly NewSecret[], now: Date): Promise<number> =>
  tx.run(sql`
    insert into service_secret (user_id, form, secret, changed_at)
    select user_id, form, decode(secret, 'hex'), ${now}
    from jsonb_to_recordset(${JSON.stringify(secrets)}::jsonb) as g (user_id bigint, form text, secret text)`);

/** Marks accounts whose services were off for a debt, so that a payment restores these. */
export const beginDebts = (tx: Tx, accounts: readonly number[], now: Date): Promise<number> =>
  tx.run(sql`
    update account set debt_since = ${now} where account_id = any(${accounts}::bigint[]) and debt_since is null`);

export interface PaidFee {
  readonly account_id: number;
  /** `17:plan`: the fee, as charges name it. */
  readonly what: string;
  readonly sold_id: number;
  readonly until: Day;
}

/** Marks days that the former system has charged: our next charge begins after them, and we never give them back. */
export const markPaid = (tx: Tx, paid: readonly PaidFee[], today: Day): Promise<number> =>
  tx.run(sql`
    insert into fee_charged (account_id, what, sold_id, charged_from, charged_until, amount_kopecks)
    select account_id, what, sold_id, least(${today}::date, until), until, 0
    from jsonb_to_recordset(${JSON.stringify(paid)}::jsonb)
      as g (account_id bigint, what text, sold_id integer, until date)`);

export interface KnownOption extends PaidRow {
  readonly user_id: number;
  readonly option_id: number;
}

export const importedOptionsOf = (tx: Tx, users: readonly number[]): Promise<KnownOption[]> =>
  tx.rows(sql`
    select o.user_id, o.option_id, ${PAID}
    from user_option o join service_user u using (user_id)
    left join fee_charged paid on paid.account_id = u.account_id and paid.what = o.user_id || ':option-' || o.option_id
    where o.user_id = any(${users}::bigint[])`);

export const insertUserOptions = (
  tx: Tx,
  options: readonly { user_id: number; option_id: number }[],
): Promise<number> =>
  tx.run(sql`
    insert into user_option (user_id, option_id, status)
    select user_id, option_id, 'on'
    from jsonb_to_recordset(${JSON.stringify(options)}::jsonb) as g (user_id bigint, option_id integer)`);

export interface KnownNumber extends PaidRow {
  readonly phone_number: string;
  readonly contract_id: number;
  readonly account_id: number;
  readonly plan_id: number;
  readonly plan: string;
  readonly situation: Extract<Situation, 'active' | 'debt' | 'operator' | 'closed'>;
  readonly opened_on: Day;
}

export const importedNumbersOf = (tx: Tx, numbers: readonly string[]): Promise<KnownNumber[]> =>
  tx.rows(sql`
    select n.phone_number, n.contract_id, n.account_id, n.plan_id, p.name as plan, coalesce(n.reason, n.state) as situation, n.opened_on, ${PAID}
    from phone_number n
    join plan p using (plan_id)
    left join fee_charged paid on paid.account_id = n.account_id and paid.what = n.phone_number || ':plan'
    where n.phone_number = any(${numbers}::text[])`);

export interface NewNumber {
  readonly phone_number: string;
  readonly contract_id: number;
  readonly account_id: number;
  readonly plan_id: number;
  readonly state: Exclude<ServiceState, 'connecting'>;
  readonly opened_on: Day;
}

export const insertNumbers = (tx: Tx, numbers: readonly NewNumber[], now: Date): Promise<number> =>
  tx.run(sql`
    insert into phone_number (phone_number, contract_id, account_id, plan_id, state, reason, opened_on, state_since)
    select phone_number, contract_id, account_id, plan_id,
      case when state = 'active' then 'active' else 'blocked' end, case when state <> 'active' then state end, opened_on,
      ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(numbers)}::jsonb)
      as g (phone_number text, contract_id bigint, account_id bigint, plan_id integer, state text, opened_on date)`);

/**
 * Reads by indexes whatever the statistics say: those of a ledger that has just grown call it small, and a plan that reads all of it
 * for each line takes hours. Each statement of the import finds its rows by a key.
 */
export const byIndexes = (tx: Tx): Promise<number> =>
  tx.run(sql`select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`);

/** Imports run one after another: each must find what the one before has brought. */
export const oneAtATime = (tx: Tx): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended('import', 0))`);
