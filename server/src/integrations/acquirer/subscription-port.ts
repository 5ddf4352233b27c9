import type { Kopecks } from '@kabinet/contract/kernel/money';

/** What the bank is asked to bind an account for. `autopaymentId` makes a repeated order the same order. */
interface SubscriptionOrder {
  readonly autopaymentId: string;
  /** What the payer's bank shows him. */
  readonly purpose: string;
  readonly createdAt: Date;
  /** Until when the client may confirm it. */
  readonly expiresAt: Date;
}

interface Subscription {
  readonly subscriptionId: string;
  /** The bank link that the QR encodes and a phone opens. */
  readonly payload: string;
}

/** new: the client has not confirmed it; ended: the client has unbound his account at the bank. */
export type SubscriptionState = 'new' | 'active' | 'refused' | 'ended';

/** What the bank says of a subscription. */
export interface SubscriptionFact {
  readonly subscriptionId: string;
  readonly state: Exclude<SubscriptionState, 'new'>;
}

/** What the bank is asked to take. `paymentId` makes a repeated order the same order. */
export interface ChargeOrder {
  readonly paymentId: string;
  readonly subscriptionId: string;
  readonly amount: Kopecks;
  readonly purpose: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Why the bank did not take the money; the client reads it in our words. */
export type RefusalReason = 'insufficient_funds' | 'limit' | 'unsubscribed' | 'other';

/**
 * A bank that takes money from an account bound once, without the payer. A charge is two steps: it is announced, its id is stored
 * here, and only then money is taken, so that the bank's word of it always finds its payment. What became of it comes as of any
 * QR of the same acquirer, with `chargeId` as the id of the QR. Any failure is thrown as the problem `outside_unavailable`.
 */
export interface Subscriptions {
  /** The name of the acquirer whose notifications tell of the charges. */
  readonly acquirer: string;
  create(order: SubscriptionOrder): Promise<Subscription>;
  stateOf(subscriptionId: string, now: Date): Promise<SubscriptionState>;
  /** Announces a charge; nothing is taken yet. */
  announce(order: ChargeOrder): Promise<{ readonly chargeId: string }>;
  /** Takes the money; said twice, it is taken once. */
  take(chargeId: string, now: Date): Promise<void>;
  /** Why a charge was refused; nothing when it was not. */
  refusalOf(chargeId: string): Promise<RefusalReason | undefined>;
  /** Unbinds the account; said twice, it succeeds twice. */
  cancel(subscriptionId: string): Promise<void>;
  /**
   * Understands a notification of a subscription whose signature over the raw body is right; undefined for any other. One
   * that is signed and makes no sense is refused as `unreadable`.
   */
  readNotification(
    rawBody: string,
    headers: Readonly<Record<string, string | undefined>>,
  ): SubscriptionFact | undefined;
}

/** What a person may do with a subscription in the sandbox bank; `will_…` chooses what becomes of the next charges. */
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

/** What the sandbox bank does with a charge: takes it; refuses it; takes it later and says nothing; unbinds the account. */
export type ChargeScenario = 'pays' | 'refuses' | 'silent' | 'unsubscribes';

/** A subscription as the sandbox bank sees it. */
export interface BankSubscription {
  readonly subscription_id: string;
  readonly purpose: string;
  readonly state: SubscriptionState | 'expired';
  readonly scenario: ChargeScenario;
  readonly charges: number;
}

/** The part of the built-in bank that a real one would keep to itself. */
export interface SandboxSubscriptions {
  subscription(subscriptionId: string, now: Date): Promise<BankSubscription | undefined>;
  /** Does it and orders the notification; false when the subscription is not in a state for it. */
  act(subscriptionId: string, action: SubscriptionAction, now: Date): Promise<boolean>;
  /** Tells the portal of a change of a subscription over HTTP; throws when the portal did not take it. */
  notify(eventId: string): Promise<void>;
  /** Takes a charge of the scenario `silent`, long after it was asked for. */
  takeSilently(chargeId: string, now: Date): Promise<void>;
}
