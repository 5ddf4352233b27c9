import type { Logger } from 'pino';
import type { Day, Instant } from '@kabinet/contract/kernel/day';

/** A service, or a phone number, which counts as a service of its own. */
export type ServiceRef = { readonly userId: number } | { readonly phoneNumber: string };

/** `user:17`, `number:78482003107`: the name of a service in orders and in the recorded network. */
export const refText = (service: ServiceRef): string =>
  'userId' in service ? `user:${service.userId}` : `number:${service.phoneNumber}`;

/** `payment_page_only`: the internet of a debtor, who can reach only the portal and the bank to pay. */
export type NetworkAccess = 'open' | 'payment_page_only' | 'closed';

/** Why access is not open. The network itself reports the last three; unlocking lifts them. */
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

/** The network's parameters of a plan. */
export interface PlanProfile {
  readonly planId: number;
  readonly speedMbit: number | null;
}

export interface NightProfile {
  readonly from: string;
  readonly until: string;
  readonly downKbit: number;
  readonly upKbit: number;
}

/** What the devices of access are told of a line. Down is towards the subscriber. */
export interface LineProfile {
  readonly downKbit: number;
  readonly upKbit: number;
  /** Quicker for the first seconds of a download. */
  readonly burst: { readonly downKbit: number; readonly upKbit: number; readonly seconds: number } | null;
  /** Hours of the provider's own clock with another speed, `23:00` to `07:00`; without a burst. */
  readonly night?: NightProfile;
  /** From where an address is taken, and what is filtered: names that the devices know. */
  readonly pool: string | null;
  readonly filter: string | null;
  /** After so long the device asks anew. */
  readonly sessionSeconds: number | null;
  /** Codes of the options in force, in order. */
  readonly codes: readonly string[];
}

interface AnyState {
  readonly service: ServiceRef;
  readonly contractId: number;
  /** Grows with each change of the service: a state older than the last one must be ignored. */
  readonly version: number;
  readonly access: NetworkAccess;
  /** Null while access is open. */
  readonly restriction: Restriction | null;
  readonly plan: PlanProfile | null;
  /** A planned plan and its first day. On that day a state with the new plan follows. */
  readonly next: { readonly plan: PlanProfile; readonly from: Day } | null;
}

interface UserState extends AnyState {
  readonly login: string;
  /** Ids of active options, in order; all others are off. */
  readonly options: readonly number[];
  readonly programs: readonly number[];
}

interface WithPassword {
  /** Since when the password sent with the state is in force; null if the portal has none that it can read. */
  readonly passwordSince: Instant | null;
}

export interface InternetState extends UserState, WithPassword {
  readonly kind: 'internet';
  readonly line: 'isg' | 'ethernet' | 'homenet' | 'dialup' | 'dialup_t' | 'dialup_city';
  /** Whether the line alone is enough to enter. */
  readonly autoAuth: boolean;
  /** The only device that may use the line; null means the first one that connects. */
  readonly mac: string | null;
  /** Speed and names of the plan with its options; null if the plan tells none. */
  readonly profile: LineProfile | null;
  /** The address that the line always gets. */
  readonly staticAddress: string | null;
  /** The port of a line without a password, as the device of access names it. */
  readonly circuit: string | null;
  /** How many devices may be in the network at once. */
  readonly sessions: number;
  /** When the schedule closes the line next; null: never. */
  readonly openUntil: Instant | null;
}

export interface TvState extends UserState {
  readonly kind: 'tv';
}

export interface SipState extends UserState, WithPassword {
  readonly kind: 'sip';
  /** Call zones that the line must not call, by the provider's names, in order. */
  readonly closedZones: readonly string[];
  /** Until when calls that cost money are refused, because a limit of spending is reached; null if none is. */
  readonly noPaidCallsUntil: Instant | null;
}

export interface MailState extends UserState, WithPassword {
  readonly kind: 'mail';
  readonly quotaBytes: number | null;
  readonly address: string | null;
  /** Further addresses whose letters come to this mailbox, in order. */
  readonly aliases: readonly string[];
  /** Where copies of its letters go. */
  readonly forwardTo: string | null;
  /** The reply in absence; it is sent from one moment until before the other. */
  readonly autoReply: {
    readonly subject: string;
    readonly text: string;
    readonly from: Instant;
    readonly until: Instant;
  } | null;
}

export interface PhoneNumberState extends AnyState {
  readonly kind: 'telephone';
}

/** Everything that the network should do for one service. */
export type DesiredState = InternetState | TvState | SipState | MailState | PhoneNumberState;

/** Each kind may have an outside system of its own (`by-kind.ts`). */
export type NetworkKind = DesiredState['kind'];

/** What an adapter reads back about a service; fields that it cannot read are absent and not compared. */
export type RecordedState = Partial<DesiredState>;

/** Authentication and access of the network. Changes come from the outbox only, and each may arrive twice. */
export interface Network {
  /** Kinds of services that an outside system serves; orders for all others are only recorded. */
  readonly connected: readonly NetworkKind[];
  /**
   * Brings the service to the given state, whatever it was before. If access is not open, active sessions are ended.
   * The password is in plain text, for CHAP; of a SIP line it is its two digests, `HA1:HA1B`. Without one the network keeps its own.
   */
  apply(state: DesiredState, password?: string): Promise<void>;
  /**
   * The network's current state of a service of this kind; undefined if the network does not know the service. `desired` helps a
   * network that has other ids than ours: where its own state means the same, it may answer in our ids.
   */
  read(service: ServiceRef, kind: NetworkKind, desired?: DesiredState): Promise<RecordedState | undefined>;
  /** Ends all sessions of the service, or only the one with the address. */
  disconnect(userId: number, kind: NetworkKind, address?: string): Promise<void>;
}

/** Tells devices of access what their living sessions should be. */
export interface DeviceOrders {
  /** Sends what is due, until ended. */
  send(log: Logger): { end(): Promise<void> };
  /** Tells services with another speed at night which one they have now; returns of how many it has changed. */
  followNight(minute: number): Promise<number>;
  /** Orders sessions again that still differ from what they should be; returns how many do. */
  orderDiffering(): Promise<number>;
}
