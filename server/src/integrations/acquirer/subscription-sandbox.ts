import { createHash } from 'node:crypto';
import { z } from 'zod';
import { text } from '@kabinet/contract/kernel/call/wire';
import type { Database } from '#server/db/database.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { isSignedBy, SIGNATURE_HEADER } from './sandbox-signature.ts';
import type { Subscriptions } from './subscription-port.ts';
import {
  lockSubscription,
  chargeRefusalOf,
  registerCharge,
  registerSubscription,
  setSubscriptionState,
  subscriptionAt,
} from './subscription.queries.ts';
import { decideCharge } from './subscription-bank.ts';

interface SandboxOptions {
  readonly db: Database;
  readonly publicUrl: string;
  readonly secret: string;
}

const Notification = z.object({
  event_id: z.uuid(),
  subscription_id: text(64),
  subscription_state: z.enum(['active', 'refused', 'ended']),
});

/** Subscriptions of the demo and the tests: binds accounts like a real bank, but takes no real money. */
export function sandboxSubscriptions({ db, publicUrl, secret }: SandboxOptions): Subscriptions {
  return {
    acquirer: 'sandbox',
    create: (order) =>
      available(async () => {
        const subscriptionId = idOf('SU', order.autopaymentId);
        await db.write((tx) => registerSubscription(tx, { ...order, subscriptionId }));
        return { subscriptionId, payload: `${publicUrl}/sandbox/bank/subscription/${subscriptionId}` };
      }),
    stateOf: (subscriptionId, now) =>
      available(async () => {
        const subscription = await db.read((tx) => subscriptionAt(tx, subscriptionId, now));
        if (!subscription) return 'refused';
        return subscription.state === 'expired' ? 'new' : subscription.state;
      }),
    announce: (order) =>
      available(async () => {
        const chargeId = idOf('CH', order.paymentId);
        await db.write((tx) => registerCharge(tx, chargeId, order));
        return { chargeId };
      }),
    take: (chargeId, now) => available(() => db.write((tx) => decideCharge(tx, chargeId, now))),
    refusalOf: (chargeId) => available(async () => (await db.read((tx) => chargeRefusalOf(tx, chargeId)))?.reason),
    cancel: (subscriptionId) =>
      available(() =>
        db.write(async (tx) => {
          await lockSubscription(tx, subscriptionId);
          await setSubscriptionState(tx, subscriptionId, 'ended');
        }),
      ),
    readNotification(rawBody, headers) {
      if (!isSignedBy(secret, rawBody, headers[SIGNATURE_HEADER] ?? '')) return undefined;
      const told = Notification.safeParse(parsedJson(rawBody));
      if (!told.success) throw new Problem('unreadable');
      return { subscriptionId: told.data.subscription_id, state: told.data.subscription_state };
    },
  };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Two letters and thirty more characters; the same order gets the same id. */
const idOf = (letters: string, order: string): string =>
  `${letters}${createHash('sha256').update(order).digest('hex').slice(0, 30).toUpperCase()}`;

const available = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    throw Object.assign(new Problem('outside_unavailable'), { cause: error });
  });
