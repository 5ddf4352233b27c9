import type { Kopecks } from '@kabinet/contract/kernel/money';

/** An order to bind an account. `autopaymentId` makes it idempotent. */
interface SubscriptionOrder {
  readonly autopaymentId: string;
  /** Shown to the payer by the payer's bank. */
  readonly purpose: string;
  readonly createdAt: Date;
  /** Until when the client may confirm it. */
  readonly expiresAt: Date;
}

interface Subscription {
  readonly subscriptionId: string;
  /** The bank link in the QR, opened by a phone. */
  readonly payload: string;
}

/** new: the client has not confirmed it; ended: the client has unbound the account at the bank. */
export type SubscriptionState = 'new' | 'active' | 'refused' | 'ended';

/** The bank's report about a subscription. */
export interface SubscriptionFact {
  readonly subscriptionId: string;
  readonly state: Exclude<SubscriptionState, 'new'>;
}

/** An order to charge an account. `paymentId` makes it idempotent. */
export interface ChargeOrder {
  readonly paymentId: string;
  readonly subscriptionId: string;
  readonly amount: Kopecks;
  readonly purpose: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Why the bank did not take the money; shown to the client in our words. */
export type RefusalReason = 'insufficient_funds' | 'limit' | 'unsubscribed' | 'other';

/**
 * A bank that charges an account bound once, without the payer. A charge has two steps: it is announced and its id
 * stored here, and only then money is taken, so that the bank's notification always finds its payment. Its result
 * arrives like that of any QR of the same acquirer, with `chargeId` as the id of the QR. Every failure is thrown as the
 * problem `outside_unavailable`.
 */
export interface Subscriptions {
  /** The name of the acquirer whose notifications report the charges. */
  readonly acquirer: string;
  create(order: SubscriptionOrder): Promise<Subscription>;
  stateOf(subscriptionId: string, now: Date): Promise<SubscriptionState>;
  /** Announces a charge; no money is taken yet. */
  announce(order: ChargeOrder): Promise<{ readonly chargeId: string }>;
  /** Takes the money; a repeat takes nothing more. */
  take(chargeId: string, now: Date): Promise<void>;
  /** Why a charge was refused; undefined if it was not. */
  refusalOf(chargeId: string): Promise<RefusalReason | undefined>;
  /** Unbinds the account; a repeat succeeds, too. */
  cancel(subscriptionId: string): Promise<void>;
  /**
   * Parses a notification of a subscription with a valid signature over the raw body; undefined for any other. A
   * signed one with invalid content is refused as `unreadable`.
   */
  readNotification(
    rawBody: string,
    headers: Readonly<Record<string, string | undefined>>,
  ): SubscriptionFact | undefined;
}

/** Possible actions on a subscription in the sandbox bank; `will_…` chooses the result of the next charges. */
export const SUBSCRIPTION_ACTIONS = [
  'connect',
  'refuse',
  'end',
  'will_pays',
  'will_refuses',
  'will_silent',
  'will_unsubscribes',
] as const;
export type SubscriptionAction = (typeof SUBSCRIPTION_ACTIONS)[number];

/**
 * How the sandbox bank treats a charge: takes it; refuses it; takes it later without a notification; unbinds the
 * account.
 */
export type ChargeScenario = 'pays' | 'refuses' | 'silent' | 'unsubscribes';

/** A subscription as the sandbox bank sees it. */
export interface BankSubscription {
  readonly subscription_id: string;
  readonly purpose: string;
  readonly state: SubscriptionState | 'expired';
  readonly scenario: ChargeScenario;
  readonly charges: number;
}

/** The part of the built-in bank that a real bank would not expose. */
export interface SandboxSubscriptions {
  subscription(subscriptionId: string, now: Date): Promise<BankSubscription | undefined>;
  /** Carries out an action and orders its notification; false if the state of the subscription does not allow it. */
  act(subscriptionId: string, action: SubscriptionAction, now: Date): Promise<boolean>;
  /** Notifies the portal of a change of a subscription over HTTP; throws if the portal did not accept it. */
  notify(eventId: string): Promise<void>;
  /** Takes a charge of the scenario `silent`, long after it was ordered. */
  takeSilently(chargeId: string, now: Date): Promise<void>;
}
