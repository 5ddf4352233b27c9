import type { Instant, Period } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

export type AutopaymentState = 'connecting' | 'active' | 'off' | 'refused' | 'unsubscribed' | 'expired';

export interface AutopaymentRow {
  readonly autopayment_id: string;
  readonly account_id: number;
  readonly contract_id: number;
  readonly kind: 'i' | 't';
  readonly acquirer: string;
  readonly state: AutopaymentState;
  readonly days: number;
  readonly ceiling: Kopecks;
  readonly subscription_id: string | null;
  readonly payload: string | null;
  readonly skipped_period: Period | null;
  readonly created_at: Instant;
  readonly expires_at: Instant;
}

const AUTOPAYMENT = sql`p.autopayment_id, p.account_id, a.contract_id, a.kind, p.acquirer, p.state, p.days_ahead as days,
  p.ceiling_kopecks as ceiling, p.subscription_id, p.payload, p.skipped_period, p.created_at, p.expires_at`;
const FROM = sql`from autopayment p join account a using (account_id)`;

/** The account's living autopayment, or the one that ended last. */
export const latestAutopayment = (tx: Tx, accountId: number): Promise<AutopaymentRow | undefined> =>
  tx.maybe(sql`
    select ${AUTOPAYMENT} ${FROM} where p.account_id = ${accountId} order by p.created_at desc, p.ended_at desc nulls first
    limit 1`);

export const autopaymentById = (tx: Tx, autopaymentId: string): Promise<AutopaymentRow | undefined> =>
  tx.maybe(sql`select ${AUTOPAYMENT} ${FROM} where p.autopayment_id = ${autopaymentId}`);

/** The account's living autopayment, locked: changes and charges of one autopayment run one after another. */
export const lockAlive = (tx: Tx, accountId: number): Promise<AutopaymentRow | undefined> =>
  tx.maybe(sql`
    select ${AUTOPAYMENT} ${FROM} where p.account_id = ${accountId} and p.state in ('connecting', 'active')
    for no key update of p`);

/** Accounts of a contract that have a living autopayment. */
export const automaticAccounts = (tx: Tx, contractId: number): Promise<{ account_id: number }[]> =>
  tx.rows(sql`
    select account_id from autopayment p join account a using (account_id)
    where a.contract_id = ${contractId} and p.state in ('connecting', 'active') order by account_id`);

export const lockById = (tx: Tx, autopaymentId: string): Promise<AutopaymentRow | undefined> =>
  tx.maybe(sql`select ${AUTOPAYMENT} ${FROM} where p.autopayment_id = ${autopaymentId} for no key update of p`);

export const lockBySubscription = (
  tx: Tx,
  acquirer: string,
  subscriptionId: string,
): Promise<AutopaymentRow | undefined> =>
  tx.maybe(sql`
    select ${AUTOPAYMENT} ${FROM} where p.acquirer = ${acquirer} and p.subscription_id = ${subscriptionId}
    for no key update of p`);

/** Ids of active autopayments, after the given one. */
export const activeAfter = (tx: Tx, after: string, most: number): Promise<{ autopayment_id: string }[]> =>
  tx.rows(sql`
    select autopayment_id from autopayment join account using (account_id)
    where state = 'active' and not charged_outside and autopayment_id > ${after} order by autopayment_id limit ${most}`);

interface NewAutopayment {
  readonly autopaymentId: string;
  readonly accountId: number;
  readonly acquirer: string;
  readonly days: number;
  readonly ceiling: Kopecks;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Returns false if the account has a living one. */
export async function insertAutopayment(tx: Tx, one: NewAutopayment): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into autopayment (autopayment_id, account_id, acquirer, state, days_ahead, ceiling_kopecks, created_at, expires_at)
    values (${one.autopaymentId}, ${one.accountId}, ${one.acquirer}, 'connecting', ${one.days}, ${one.ceiling},
      ${one.createdAt}, ${one.expiresAt})
    on conflict (account_id) where state in ('connecting', 'active') do nothing`);
  return inserted === 1;
}

interface Consent {
  readonly autopaymentId: string;
  readonly version: string;
  readonly text: string;
  readonly days: number;
  readonly ceiling: Kopecks;
  readonly now: Date;
  readonly ip: string;
}

/** Stores the client's consent and applies the rule. */
export async function agree(tx: Tx, { autopaymentId, version, text, days, ceiling, now, ip }: Consent): Promise<void> {
  await tx.run(sql`
    insert into autopayment_consent (autopayment_id, version, text, days_ahead, ceiling_kopecks, agreed_at, ip)
    values (${autopaymentId}, ${version}, ${text}, ${days}, ${ceiling}, ${now}, ${ip})`);
  await tx.run(sql`
    update autopayment set days_ahead = ${days}, ceiling_kopecks = ${ceiling} where autopayment_id = ${autopaymentId}`);
}

export const agreedAt = (tx: Tx, autopaymentId: string): Promise<{ agreed_at: Instant } | undefined> =>
  tx.maybe(sql`
    select agreed_at from autopayment_consent where autopayment_id = ${autopaymentId}
    order by autopayment_consent_id desc limit 1`);

/** Stores the bank's reply; an existing subscription is kept. */
export async function attachSubscription(tx: Tx, autopaymentId: string, subscriptionId: string, payload: string) {
  await tx.run(sql`
    update autopayment set subscription_id = ${subscriptionId}, payload = ${payload}
    where autopayment_id = ${autopaymentId} and subscription_id is null`);
}

export async function activate(tx: Tx, autopaymentId: string, now: Date): Promise<void> {
  await tx.run(sql`
    update autopayment set state = 'active', connected_at = ${now} where autopayment_id = ${autopaymentId}`);
}

/** Ends the autopayment and its planned charge. */
export async function endAutopayment(
  tx: Tx,
  autopaymentId: string,
  state: Exclude<AutopaymentState, 'connecting' | 'active'>,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update autopayment set state = ${state}, ended_at = ${now}
    where autopayment_id = ${autopaymentId} and state in ('connecting', 'active')`);
  await tx.run(sql`
    update autopayment_due set state = 'cancelled' where autopayment_id = ${autopaymentId} and state = 'planned'`);
}

export async function setSkipped(tx: Tx, autopaymentId: string, period: Period | null): Promise<void> {
  await tx.run(sql`update autopayment set skipped_period = ${period} where autopayment_id = ${autopaymentId}`);
}
