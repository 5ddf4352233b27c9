import type { Day, Instant } from '@kabinet/contract/kernel/day';

/** A service, or a phone number, which is a service of its own. */
export type ServiceRef = { readonly userId: number } | { readonly phoneNumber: string };

/** `user:17`, `number:78482003107`: how orders and the recorded network name a service. */
export const refText = (service: ServiceRef): string =>
  'userId' in service ? `user:${service.userId}` : `number:${service.phoneNumber}`;

/** `payment_page_only`: internet of a debtor, who can reach the portal and the bank to pay. */
export type Access = 'open' | 'payment_page_only' | 'closed';

/** Why access is not open. The network reports the last three itself; unlocking lifts them. */
type Restriction =
  | 'debt'
  | 'paused'
  | 'schedule'
  | 'operator'
  | 'abuse'
  | 'repair'
  | 'connecting'
  | 'closed'
  | 'login_locked'
  | 'session_stuck'
  | 'binding_stale';

/** What a plan means for the network. */
export interface PlanProfile {
  readonly planId: number;
  readonly speedMbit: number | null;
}

interface AnyState {
  readonly service: ServiceRef;
  readonly contractId: number;
  /** Grows with each change of the service: a state that comes after a younger one is to be left out. */
  readonly version: number;
  readonly access: Access;
  /** Null while access is open. */
  readonly restriction: Restriction | null;
  readonly plan: PlanProfile | null;
  /** The plan of a change that is planned, and its first day. On that day the state comes with the new plan. */
  readonly next: { readonly plan: PlanProfile; readonly from: Day } | null;
}

interface UserState extends AnyState {
  readonly login: string;
  /** Those in force, by the operator's ids, in order; what is not among them is off. */
  readonly options: readonly number[];
  readonly programs: readonly number[];
}

interface WithPassword {
  /** Since when the password that comes with the state is in force; null: the portal has none that can be read. */
  readonly passwordSince: Instant | null;
}

export interface InternetState extends UserState, WithPassword {
  readonly kind: 'internet';
  readonly line: 'isg' | 'ethernet' | 'homenet' | 'dialup' | 'dialup_t' | 'dialup_city';
  /** Whether the line alone is enough to enter. */
  readonly autoAuth: boolean;
  /** The only device that may enter by the line; null: the first one that comes. */
  readonly mac: string | null;
}

export interface TvState extends UserState {
  readonly kind: 'tv';
}

export interface SipState extends UserState, WithPassword {
  readonly kind: 'sip';
}

export interface MailState extends UserState, WithPassword {
  readonly kind: 'mail';
  readonly quotaBytes: number | null;
}

export interface PhoneNumberState extends AnyState {
  readonly kind: 'telephone';
}

/** All that the network should do for one service. */
export type DesiredState = InternetState | TvState | SipState | MailState | PhoneNumberState;

/** What an adapter reads back of a service; what it cannot read is absent and is not compared. */
export type RecordedState = Partial<DesiredState>;

/** Authentication and access of the network. Changes come from the outbox only, and each may come twice. */
export interface Network {
  /**
   * Makes the service what the state says, whatever it was before. Where access is not open, what is connected is ended.
   * The password is as it is, for CHAP and digests; without one the network keeps the password that it has.
   */
  apply(state: DesiredState, password?: string): Promise<void>;
  /** What the network does for the service now; nothing when it does not know the service. */
  read(service: ServiceRef): Promise<RecordedState | undefined>;
  /** Ends whatever of the service is connected, or only what has the address. */
  disconnect(userId: number, address?: string): Promise<void>;
}
