/** A resource of the API: the first part of addresses. All answers of one resource become outdated together. */
export type Resource =
  | 'archive'
  | 'auth'
  | 'autopayment'
  | 'calendar'
  | 'consent'
  | 'email-user'
  | 'family'
  | 'internet-account'
  | 'internet-contract'
  | 'internet-schedule'
  | 'internet-user'
  | 'invitation'
  | 'network'
  | 'notice'
  | 'payment'
  | 'payment-link'
  | 'personal-key'
  | 'plan'
  | 'promised-payment'
  | 'sip-user'
  | 'speed-test'
  | 'security'
  | 'support'
  | 'suspension'
  | 'telephone'
  | 'telephone-account'
  | 'telephone-call'
  | 'telephone-number'
  | 'tv-user'
  | 'user'
  | 'user-program';

/** Outdated when a balance or a credit limit changes: every answer with a sum, or with an action that depends on a sum. */
export const MOVED_MONEY = [
  'internet-account',
  'telephone',
  'telephone-account',
  'telephone-number',
  'tv-user',
  'user',
  'user-program',
  'email-user',
  'internet-contract',
  'plan',
  'suspension',
  'payment',
  'promised-payment',
  'autopayment',
  'calendar',
  'notice',
] as const satisfies readonly Resource[];

/** Outdated when a service changes: the service, its money, and messages about both. */
export const CHANGED_SERVICE = [
  'plan',
  'tv-user',
  'user',
  'sip-user',
  'user-program',
  'email-user',
  'internet-account',
  'internet-contract',
  'payment',
  'promised-payment',
  'autopayment',
  'notice',
  'calendar',
  'suspension',
  'support',
] as const satisfies readonly Resource[];

/** What may change a contract without a call of this page: another tab, a bank, an operator, the nightly run. */
export type EventKind = 'money' | 'service' | 'applied' | 'order' | 'message' | 'incident';

/** The resources that each kind of event outdates. */
export const OUTDATED_BY = {
  money: [...MOVED_MONEY, 'payment-link'],
  service: CHANGED_SERVICE,
  applied: ['user', 'internet-user', 'telephone-number', 'tv-user', 'sip-user', 'email-user'],
  order: ['support', 'notice'],
  message: ['notice', 'archive'],
  incident: ['notice', 'support', 'network'],
} as const satisfies Record<EventKind, readonly Resource[]>;

/** The data of an `outdated` event of the stream: what kind of thing has changed, but none of its contents. */
export interface Outdated {
  /** When the server learned of the event, UTC. */
  readonly at: string;
  readonly kinds: readonly EventKind[];
  /** The resources that are outdated now. */
  readonly outdates: readonly Resource[];
  /** New messages of `notice.getMessages`. */
  readonly messages: readonly number[];
}
