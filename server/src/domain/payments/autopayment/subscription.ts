import { cancelSubscription } from './effects.ts';
import { randomUUID } from 'node:crypto';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#db/database.ts';
import { addJob } from '#kernel/job.ts';
import { enqueueEffect } from '#kernel/outbox.ts';
import type { SubscriptionFact } from '#integrations/acquirer/subscription-port.ts';
import { notify } from '#domain/messaging/notify.ts';
import type { At } from '#domain/shared/at.ts';
import {
  activate,
  agree,
  autopaymentById,
  end,
  insertAutopayment,
  lockAlive,
  lockBySubscription,
  type AutopaymentRow,
} from './autopayment.queries.ts';
import type { Rule } from './autopayment.rules.ts';
import { CONSENT_VERSION } from './autopayment.texts.ts';
import { planAutopayment, watchAutopayment } from './jobs.ts';
import { autopaymentConnected, autopaymentUnsubscribed } from './notices.ts';

/** How long the client may confirm a subscription at his bank. */
export const CONNECT_LIFE_MS = 15 * 60_000;

interface Agreed {
  readonly accountId: number;
  readonly acquirer: string;
  readonly rule: Rule;
  readonly text: string;
  readonly ip: string;
  readonly now: Date;
}

/**
 * The autopayment of the account with this rule: a new one, or the one that lives changed. What the client agreed to is kept with
 * the moment and his address.
 */
export async function setRule(tx: Tx, agreed: Agreed): Promise<AutopaymentRow> {
  const { accountId, acquirer, rule, now } = agreed;
  for (;;) {
    const alive = await lockAlive(tx, accountId);
    if (alive && !isOver(alive, now)) return withConsent(tx, alive.autopayment_id, agreed);
    if (alive) await end(tx, alive.autopayment_id, 'expired', now);
    const autopaymentId = randomUUID();
    const expiresAt = new Date(now.getTime() + CONNECT_LIFE_MS);
    const isNew = await insertAutopayment(tx, {
      autopaymentId,
      accountId,
      acquirer,
      ...rule,
      createdAt: now,
      expiresAt,
    });
    // Another request has made it just now: then its rule is changed.
    if (isNew) return withConsent(tx, autopaymentId, agreed);
  }
}

const isOver = ({ state, expires_at }: AutopaymentRow, now: Date) =>
  state === 'connecting' && new Date(expires_at) <= now;

async function withConsent(tx: Tx, autopaymentId: string, { rule, text, ip, now }: Agreed): Promise<AutopaymentRow> {
  await agree(tx, { autopaymentId, version: CONSENT_VERSION, text, ...rule, now, ip });
  const row = await autopaymentById(tx, autopaymentId);
  if (!row) throw new Error(`Autopayment ${autopaymentId} is gone`);
  return row;
}

/** Orders the next look at a subscription that waits for the client, in place of one ordered before. */
export const watchConnectionAt = (tx: Tx, autopaymentId: string, at: Date): Promise<void> =>
  addJob(tx, watchAutopayment, { autopaymentId }, { runAt: at });

/** The client ends it: at once here, and at the bank as soon as that answers. */
export async function switchOff(tx: Tx, accountId: number, now: Date): Promise<void> {
  const alive = await lockAlive(tx, accountId);
  if (!alive) return;
  await end(tx, alive.autopayment_id, 'off', now);
  await unbind(tx, alive);
}

async function unbind(tx: Tx, { subscription_id: subscriptionId }: AutopaymentRow): Promise<void> {
  if (subscriptionId !== null) await enqueueEffect(tx, cancelSubscription, { subscriptionId });
}

/** What the bank said of a subscription, once however often it says so. */
export async function noteSubscription(tx: Tx, acquirer: string, fact: SubscriptionFact, at: At): Promise<void> {
  const autopayment = await lockBySubscription(tx, acquirer, fact.subscriptionId);
  if (!autopayment) return;
  await REACTIONS[fact.state](tx, autopayment, at);
}

const isAlive = ({ state }: AutopaymentRow) => state === 'connecting' || state === 'active';

const REACTIONS: Record<SubscriptionFact['state'], (tx: Tx, one: AutopaymentRow, at: At) => Promise<void>> = {
  active: async (tx, one, at) => {
    if (one.state === 'active') return;
    // The client confirmed what he had ended meanwhile: nothing may be taken by it.
    if (one.state !== 'connecting') return unbind(tx, one);
    await activate(tx, one.autopayment_id, at.now);
    await addJob(tx, planAutopayment, { autopaymentId: one.autopayment_id });
    const { autopayment_id: autopaymentId, contract_id, kind } = one;
    await notify(tx, autopaymentConnected, contract_id, { autopaymentId, kind, rule: ruleOf(one) }, at);
  },
  refused: async (tx, one, { now }) => {
    if (one.state === 'connecting') await end(tx, one.autopayment_id, 'refused', now);
  },
  ended: async (tx, one, at) => {
    if (isAlive(one)) await endUnbound(tx, one, at);
  },
};

export const ruleOf = ({ days, ceiling }: { days: number; ceiling: Kopecks }): Rule => ({ days, ceiling });

/** The bank charges it no more; the client is told. */
export async function endUnbound(
  tx: Tx,
  { autopayment_id: autopaymentId, contract_id, kind }: AutopaymentRow,
  at: At,
): Promise<void> {
  await end(tx, autopaymentId, 'unsubscribed', at.now);
  await notify(tx, autopaymentUnsubscribed, contract_id, { autopaymentId, kind }, at);
}
