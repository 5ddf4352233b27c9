import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type {
  BankSubscription,
  ChargeOrder,
  ChargeScenario,
  RefusalReason,
  SubscriptionState,
} from './subscription-port.ts';

/** Registers a subscription; a repeat changes nothing. */
export async function registerSubscription(
  tx: Tx,
  subscription: { subscriptionId: string; purpose: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await tx.run(sql`
    insert into sandbox_bank.subscription (subscription_id, purpose, created_at, expires_at)
    values (${subscription.subscriptionId}, ${subscription.purpose}, ${subscription.createdAt},
      ${subscription.expiresAt})
    on conflict (subscription_id) do nothing`);
}

export const subscriptionAt = (tx: Tx, subscriptionId: string, now: Date): Promise<BankSubscription | undefined> =>
  tx.maybe(sql`
    select subscription_id, purpose, scenario,
      case when state = 'new' and expires_at <= ${now} then 'expired' else state end as state,
      (select count(*) from sandbox_bank.qr q where q.subscription_id = s.subscription_id) as charges
    from sandbox_bank.subscription s where subscription_id = ${subscriptionId}`);

/** Locks a subscription: actions on it run one after another. */
export async function lockSubscription(tx: Tx, subscriptionId: string): Promise<void> {
  await tx.run(sql`select 1 from sandbox_bank.subscription where subscription_id = ${subscriptionId} for update`);
}

export async function setSubscriptionState(tx: Tx, subscriptionId: string, state: SubscriptionState): Promise<void> {
  await tx.run(sql`
    update sandbox_bank.subscription set state = ${state} where subscription_id = ${subscriptionId}`);
}

export async function setScenario(tx: Tx, subscriptionId: string, scenario: ChargeScenario): Promise<void> {
  await tx.run(sql`
    update sandbox_bank.subscription set scenario = ${scenario} where subscription_id = ${subscriptionId}`);
}

export async function addSubscriptionEvent(
  tx: Tx,
  event: { eventId: string; subscriptionId: string; state: SubscriptionState; now: Date },
): Promise<void> {
  await tx.run(sql`
    insert into sandbox_bank.subscription_event (event_id, subscription_id, state, happened_at)
    values (${event.eventId}, ${event.subscriptionId}, ${event.state}, ${event.now})`);
}

export interface SubscriptionEventRow {
  readonly event_id: string;
  readonly subscription_id: string;
  readonly state: 'active' | 'refused' | 'ended';
  readonly happened_at: string;
}

export const subscriptionEvent = (tx: Tx, eventId: string): Promise<SubscriptionEventRow> =>
  tx.one(sql`
    select event_id, subscription_id, state, happened_at from sandbox_bank.subscription_event
    where event_id = ${eventId}`);

/** A charge is stored beside the QR codes, where questions about its result find it. */
export async function registerCharge(tx: Tx, chargeId: string, order: ChargeOrder): Promise<void> {
  await tx.run(sql`
    insert into sandbox_bank.qr (qr_id, amount_kopecks, purpose, created_at, expires_at, subscription_id)
    values (${chargeId}, ${order.amount}, ${order.purpose}, ${order.createdAt}, ${order.expiresAt},
      ${order.subscriptionId})
    on conflict (qr_id) do nothing`);
}

/** Locks a charge that is not decided yet and returns its subscription; undefined for any other charge. */
export const lockOpenCharge = (tx: Tx, chargeId: string): Promise<{ subscription_id: string } | undefined> =>
  tx.maybe(sql`
    select subscription_id from sandbox_bank.qr
    where qr_id = ${chargeId} and state = 'new' and subscription_id is not null for update`);

export async function noteRefusal(tx: Tx, operationId: string, reason: RefusalReason): Promise<void> {
  await tx.run(sql`update sandbox_bank.operation set reason = ${reason} where operation_id = ${operationId}`);
}

export const chargeRefusalOf = (tx: Tx, chargeId: string): Promise<{ reason: RefusalReason } | undefined> =>
  tx.maybe(sql`
    select coalesce(reason, 'other') as reason from sandbox_bank.operation
    where qr_id = ${chargeId} and status = 'declined' order by happened_at desc limit 1`);
