import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';

interface NewSubscription {
  readonly contractId: number;
  readonly sessionId: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** The most browsers of one contract; a new one replaces the oldest. */
const MOST_BROWSERS = 10;

/** Stores a subscription; the browser now belongs to the contract that signed in last. */
export async function putSubscription(tx: Tx, given: NewSubscription, now: Date): Promise<void> {
  const { contractId, sessionId, endpoint, p256dh, auth } = given;
  await tx.run(sql`
    insert into push_subscription (contract_id, session_id, endpoint, p256dh, auth, created_at)
    values (${contractId}, ${sessionId}, ${endpoint}, ${p256dh}, ${auth}, ${now})
    on conflict (endpoint) do update
      set contract_id = excluded.contract_id, session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth`);
  await tx.run(sql`
    delete from push_subscription where push_subscription_id in (
      select push_subscription_id from push_subscription where contract_id = ${contractId}
      order by push_subscription_id desc offset ${MOST_BROWSERS})`);
}

export const dropSubscription = (tx: Tx, contractId: number, endpoint: string): Promise<number> =>
  tx.run(sql`delete from push_subscription where contract_id = ${contractId} and endpoint = ${endpoint}`);

export const dropSubscriptionById = (tx: Tx, id: number): Promise<number> =>
  tx.run(sql`delete from push_subscription where push_subscription_id = ${id}`);

/** Browsers whose session is not over: nobody has ended it, and its time has not run out. */
export const openBrowsers = (now: Date): Sql =>
  sql`push_subscription p join session s on s.session_id = p.session_id and s.ended_at is null and s.expires_at > ${now}`;

/** The browsers of a contract, the latest first. */
export const subscriptionsOf = (
  tx: Tx,
  contractId: number,
  now: Date,
): Promise<{ endpoint: string; browser: string; created_at: Instant }[]> =>
  tx.rows(sql`
    select p.endpoint, s.browser, p.created_at from ${openBrowsers(now)}
    where p.contract_id = ${contractId} order by p.push_subscription_id desc`);

/** Undefined if the browser has been switched off since, its session is over, or it belongs to another contract now. */
export const subscriptionBy = (
  tx: Tx,
  id: number,
  contractId: number | undefined,
  now: Date,
): Promise<{ endpoint: string; p256dh: string; auth: string } | undefined> =>
  tx.maybe(sql`
    select p.endpoint, p.p256dh, p.auth from ${openBrowsers(now)}
    where p.push_subscription_id = ${id} and p.contract_id = coalesce(${contractId ?? null}, p.contract_id)`);
