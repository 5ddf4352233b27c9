import { cancelSubscriptionEffect } from './effects.ts';
import { randomUUID } from 'node:crypto';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { addJob } from '#server/kernel/job/job.ts';
import { enqueueEffect } from '#server/kernel/job/outbox.ts';
import type { SubscriptionFact } from '#server/integrations/acquirer/subscription-port.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import type { At } from '#server/domain/shared/at.ts';
import {
  activate,
  agree,
  automaticAccounts,
  autopaymentById,
  endAutopayment,
  insertAutopayment,
  lockAlive,
  lockBySubscription,
  type AutopaymentRow,
} from './autopayment.queries.ts';
import type { AutopaymentRule } from './autopayment.rules.ts';
import { CONSENT_VERSION } from './autopayment.texts.ts';
import { planAutopaymentJob, watchAutopaymentJob } from './jobs.ts';
import { autopaymentConnected, autopaymentUnsubscribed } from './notices.ts';

/** Time for the client to confirm a subscription at the bank. */
export const CONNECT_LIFE_MS = 15 * 60_000;

interface Agreed {
  readonly accountId: number;
  readonly acquirer: string;
  readonly rule: AutopaymentRule;
  readonly text: string;
  readonly ip: string;
  readonly now: Date;
}

/**
 * Sets the rule of the account's autopayment: creates one or changes the living one. The consent is stored with its
 * time and the client's address.
 */
export async function setRule(tx: Tx, agreed: Agreed): Promise<AutopaymentRow> {
  const { accountId, acquirer, rule, now } = agreed;
  for (;;) {
    const alive = await lockAlive(tx, accountId);
    if (alive && !isOver(alive, now)) return withConsent(tx, alive.autopayment_id, agreed);
    if (alive) await endAutopayment(tx, alive.autopayment_id, 'expired', now);
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
    // Another request has just created it: then its rule is changed.
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

/** Schedules the next check of a subscription that waits for the client; replaces an earlier one. */
export const watchConnectionAt = (tx: Tx, autopaymentId: string, at: Date): Promise<void> =>
  addJob(tx, watchAutopaymentJob, { autopaymentId }, { runAt: at });

/** Ends the autopayment at the client's request: here at once, at the bank as soon as it answers. */
export async function switchAutopaymentOff(tx: Tx, accountId: number, now: Date): Promise<void> {
  const alive = await lockAlive(tx, accountId);
  if (!alive) return;
  await endAutopayment(tx, alive.autopayment_id, 'off', now);
  await unbind(tx, alive);
}

/** A contract that ends is charged by no bank any more; returns what to tell of it. */
export async function endAutopaymentsOf(tx: Tx, contractId: number, now: Date): Promise<string[]> {
  const accounts = await automaticAccounts(tx, contractId);
  for (const { account_id: accountId } of accounts) await switchAutopaymentOff(tx, accountId, now);
  return accounts.length === 0 ? [] : ['Автоплатёж закончится: банк больше ничего не спишет'];
}

async function unbind(tx: Tx, { subscription_id: subscriptionId }: AutopaymentRow): Promise<void> {
  if (subscriptionId !== null) await enqueueEffect(tx, cancelSubscriptionEffect, { subscriptionId });
}

/** Applies the bank's notification about a subscription, once even if repeated. */
export async function noteSubscription(tx: Tx, acquirer: string, fact: SubscriptionFact, at: At): Promise<void> {
  const autopayment = await lockBySubscription(tx, acquirer, fact.subscriptionId);
  if (!autopayment) return;
  await REACTIONS[fact.state](tx, autopayment, at);
}

const isAlive = ({ state }: AutopaymentRow) => state === 'connecting' || state === 'active';

const REACTIONS: Record<SubscriptionFact['state'], (tx: Tx, one: AutopaymentRow, at: At) => Promise<void>> = {
  active: async (tx, one, at) => {
    if (one.state === 'active') return;
    // The client confirmed an autopayment that was ended meanwhile: nothing may be charged by it.
    if (one.state !== 'connecting') return unbind(tx, one);
    await activate(tx, one.autopayment_id, at.now);
    await addJob(tx, planAutopaymentJob, { autopaymentId: one.autopayment_id });
    const { autopayment_id: autopaymentId, contract_id, kind } = one;
    await notify(tx, autopaymentConnected, contract_id, { autopaymentId, kind, rule: ruleOf(one) }, at);
  },
  refused: async (tx, one, { now }) => {
    if (one.state === 'connecting') await endAutopayment(tx, one.autopayment_id, 'refused', now);
  },
  ended: async (tx, one, at) => {
    if (isAlive(one)) await endUnbound(tx, one, at);
  },
};

export const ruleOf = ({ days, ceiling }: { days: number; ceiling: Kopecks }): AutopaymentRule => ({ days, ceiling });

/** Ends an autopayment that the bank has unbound; tells the client. */
export async function endUnbound(
  tx: Tx,
  { autopayment_id: autopaymentId, contract_id, kind }: AutopaymentRow,
  at: At,
): Promise<void> {
  await endAutopayment(tx, autopaymentId, 'unsubscribed', at.now);
  await notify(tx, autopaymentUnsubscribed, contract_id, { autopaymentId, kind }, at);
}
