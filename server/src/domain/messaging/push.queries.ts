import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

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

/** The browsers of a contract in which nobody has signed out since, the latest first. */
export const subscriptionsOf = (
  tx: Tx,
  contractId: number,
): Promise<{ endpoint: string; browser: string; created_at: Instant }[]> =>
  tx.rows(sql`
    select p.endpoint, s.browser, p.created_at from push_subscription p join session s using (session_id)
    where p.contract_id = ${contractId} and s.ended_at is null order by p.push_subscription_id desc`);

/** Undefined if the browser has been switched off since, somebody has signed out in it, or it belongs to another contract now. */
export const subscriptionBy = (
  tx: Tx,
  id: number,
  contractId: number | undefined,
): Promise<{ endpoint: string; p256dh: string; auth: string } | undefined> =>
  tx.maybe(sql`
    select p.endpoint, p.p256dh, p.auth from push_subscription p join session s using (session_id)
    where p.push_subscription_id = ${id} and p.contract_id = coalesce(${contractId ?? null}, p.contract_id)
      and s.ended_at is null`);
