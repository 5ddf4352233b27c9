import { randomUUID } from 'node:crypto';
import type { Database, Tx } from '#server/db/database.ts';
import { addJob } from '#server/kernel/job/job.ts';
import { notifyOfPaymentJob, notifyOfSubscriptionJob, takeSilentChargeJob } from './jobs.ts';
import { addOperation, setQrState } from './sandbox.queries.ts';
import { SIGNATURE_HEADER, signatureOf } from './sandbox-signature.ts';
import type {
  BankSubscription,
  ChargeScenario,
  RefusalReason,
  SandboxSubscriptions,
  SubscriptionAction,
  SubscriptionState,
} from './subscription-port.ts';
import {
  addSubscriptionEvent,
  lockOpenCharge,
  lockSubscription,
  noteRefusal,
  setScenario,
  setSubscriptionState,
  subscriptionAt,
  subscriptionEvent,
  type SubscriptionEventRow,
} from './subscription.queries.ts';

interface BankOptions {
  readonly db: Database;
  readonly publicUrl: string;
  readonly secret: string;
}

const PATIENCE_MS = 5_000;
/** How long a charge of the scenario `silent` stays undecided. */
const SILENCE_MS = 30_000;

const MOVES: Partial<Record<SubscriptionAction, { from: BankSubscription['state']; to: SubscriptionState }>> = {
  connect: { from: 'new', to: 'active' },
  refuse: { from: 'new', to: 'refused' },
  end: { from: 'active', to: 'ended' },
};

const SCENARIOS: Partial<Record<SubscriptionAction, ChargeScenario>> = {
  will_pays: 'pays',
  will_refuses: 'refuses',
  will_silent: 'silent',
  will_unsubscribes: 'unsubscribes',
};

/** The bank's side of a subscription: a payer's actions, and notifications to the portal. */
export function sandboxSubscriptionBank({ db, publicUrl, secret }: BankOptions): SandboxSubscriptions {
  return {
    subscription: (subscriptionId, now) => db.read((tx) => subscriptionAt(tx, subscriptionId, now)),
    act: (subscriptionId, action, now) =>
      db.write(async (tx) => {
        await lockSubscription(tx, subscriptionId);
        const subscription = await subscriptionAt(tx, subscriptionId, now);
        if (!subscription) return false;
        const scenario = SCENARIOS[action];
        if (scenario) await setScenario(tx, subscriptionId, scenario);
        return scenario !== undefined || move(tx, subscription, action, now);
      }),
    async notify(eventId) {
      const body = subscriptionNotice(await db.read((tx) => subscriptionEvent(tx, eventId)));
      const reply = await fetch(`${publicUrl}/gateway/sandbox/subscription`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signatureOf(body, secret) },
        body,
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      await reply.arrayBuffer();
      if (!reply.ok) throw new Error(`The portal answered a notification with ${reply.status}`);
    },
    takeSilently: (chargeId, now) =>
      db.write(async (tx) => {
        if (await lockOpenCharge(tx, chargeId)) await operate(tx, chargeId, 'success', now);
      }),
  };
}

async function move(tx: Tx, { subscription_id, state }: BankSubscription, action: SubscriptionAction, now: Date) {
  const wanted = MOVES[action];
  if (wanted?.from !== state) return false;
  await changeState(tx, subscription_id, wanted.to as SubscriptionEventRow['state'], now);
  return true;
}

async function changeState(tx: Tx, subscriptionId: string, state: SubscriptionEventRow['state'], now: Date) {
  await setSubscriptionState(tx, subscriptionId, state);
  const eventId = randomUUID();
  await addSubscriptionEvent(tx, { eventId, subscriptionId, state, now });
  await addJob(tx, notifyOfSubscriptionJob, { eventId });
}

/** Decides about a charge when the bank is asked to take it; a decided one stays unchanged. */
export async function decideCharge(tx: Tx, chargeId: string, now: Date): Promise<void> {
  const charge = await lockOpenCharge(tx, chargeId);
  if (!charge) return;
  await lockSubscription(tx, charge.subscription_id);
  const subscription = await subscriptionAt(tx, charge.subscription_id, now);
  if (subscription?.state !== 'active') return refuse(tx, chargeId, 'unsubscribed', now);
  await REACTIONS[subscription.scenario](tx, chargeId, now);
  if (subscription.scenario === 'unsubscribes') await changeState(tx, subscription.subscription_id, 'ended', now);
}

const REACTIONS: Record<ChargeScenario, (tx: Tx, chargeId: string, now: Date) => Promise<void>> = {
  pays: async (tx, chargeId, now) => tellOf(tx, await operate(tx, chargeId, 'success', now)),
  refuses: (tx, chargeId, now) => refuse(tx, chargeId, 'insufficient_funds', now),
  unsubscribes: (tx, chargeId, now) => refuse(tx, chargeId, 'unsubscribed', now),
  silent: (tx, chargeId, now) =>
    addJob(tx, takeSilentChargeJob, { chargeId }, { runAt: new Date(now.getTime() + SILENCE_MS) }),
};

async function refuse(tx: Tx, chargeId: string, reason: RefusalReason, now: Date): Promise<void> {
  const operationId = await operate(tx, chargeId, 'declined', now);
  await noteRefusal(tx, operationId, reason);
  await tellOf(tx, operationId);
}

async function operate(tx: Tx, qrId: string, status: 'success' | 'declined', now: Date): Promise<string> {
  const operationId = randomUUID();
  await setQrState(tx, qrId, status === 'success' ? 'paid' : 'rejected');
  await addOperation(tx, { operationId, qrId, status, now });
  return operationId;
}

const tellOf = (tx: Tx, operationId: string): Promise<void> => addJob(tx, notifyOfPaymentJob, { operationId });

/** The notification to the portal; tests of the gateway sign the same text. */
export const subscriptionNotice = ({ event_id, subscription_id, state, happened_at }: SubscriptionEventRow): string =>
  JSON.stringify({ event_id, subscription_id, subscription_state: state, happened_at });
