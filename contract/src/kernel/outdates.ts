/** A resource of the API: the first part of addresses. Answers of one resource grow old together. */
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
  | 'network'
  | 'notice'
  | 'payment'
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

/** What grows old when money or a credit limit has moved: every answer with a sum, or with what the sum makes possible. */
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

/** What grows old when a service has changed: itself, its money, and what is told of both. */
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

/** What may happen to a contract without a call of this page: in another tab, by a bank, an operator, the night. */
export type EventKind = 'money' | 'service' | 'applied' | 'order' | 'message' | 'incident';

/** What grows old when it happens. */
export const OUTDATED_BY = {
  money: MOVED_MONEY,
  service: CHANGED_SERVICE,
  applied: ['user', 'internet-user', 'telephone-number', 'tv-user', 'sip-user', 'email-user'],
  order: ['support', 'notice'],
  message: ['notice', 'archive'],
  incident: ['notice', 'support', 'network'],
} as const satisfies Record<EventKind, readonly Resource[]>;

/** The data of an `outdated` event of the stream: what has happened, and nothing of it. */
export interface Outdated {
  /** When the server heard of it, UTC. */
  readonly at: string;
  readonly kinds: readonly EventKind[];
  /** What has grown old by it. */
  readonly outdates: readonly Resource[];
  /** New messages of `notice.getMessages`. */
  readonly messages: readonly number[];
}
