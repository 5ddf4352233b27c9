import type { Call, Input, Result } from '@kabinet/contract/kernel/call/call';
import type { Day } from '@kabinet/contract/kernel/day';
import type { ActingRole, OperatorRole } from '@kabinet/contract/kernel/call/staff-call';
import type { Instant } from '@kabinet/contract/kernel/day';
import type { ImportRows } from '@kabinet/contract/staff';
import type { ShareRole } from '@kabinet/contract/kernel/sharing';
import type { Logger } from 'pino';
import type { Database, Tx } from '#server/db/database.ts';
import type { Outside } from '#server/integrations/port.ts';
import type { Clock } from './clock.ts';
import type { Provider } from './provider.ts';
import type { SecondPersonTerms } from './second-person.ts';

/** Everything that the server talks to. running-portal.ts builds the real one, a test builds its own. */
export interface World {
  readonly db: Database;
  readonly clock: Clock;
  readonly outside: Outside;
  /** The operator's own settings: name, look, contacts, limits. */
  readonly provider: Provider;
  /** The portal's address for browsers, `https://lk.example.ru`, without a slash at the end. */
  readonly publicUrl: string;
  /** The address of the staff's pages and calls: the portal's own, unless the staff has one of its own. */
  readonly staffUrl: string;
  readonly log: Logger;
}

/** A subscriber who has the contract of another one open. */
interface Acting {
  /** His own contract. */
  readonly memberId: number;
  readonly shareId: string;
  readonly role: ShareRole;
  /** When the access ends by itself; null: it has no term. */
  readonly until: Instant | null;
}

/** A signed-in subscriber, and the contract that he has open. */
export interface Subscriber {
  readonly contractId: number;
  readonly sessionId: string;
  /** Absent if the contract is his own. */
  readonly acting?: Acting | undefined;
}

/** The contract that has signed in: its password confirms, and the contracts shared with it may be opened. */
export const signedIn = ({ contractId, acting }: Subscriber): number => acting?.memberId ?? contractId;

/** The owner of a token; a guest has no contract. */
export interface Caller {
  readonly sessionId: string;
  readonly contractId: number | undefined;
  readonly acting?: Acting | undefined;
}

/** How one of the staff, or a program of theirs, has come in over HTTP. */
export interface StaffEntry {
  /** Who is asked for among their own: `person 3` or `key 5`. */
  readonly owner: string;
  /** null: a program. */
  readonly personId: number | null;
  readonly login: string | null;
  /** All roles of the person; a program has none. */
  readonly roles: readonly OperatorRole[];
  readonly sessionId: string | null;
  readonly sessionUntil: Date | null;
  /** When the person last proved in this session who she is. */
  readonly confirmedAt?: Date | null;
  readonly keyId: number | null;
  /** The calls that the key of a program names, by their words. */
  readonly calls: readonly string[];
  readonly ip: string;
  readonly requestId: string;
  /** When a second person is needed, by the provider’s settings. */
  readonly secondPerson?: SecondPersonTerms | undefined;
  /** A second person has agreed to the call, or it is only rehearsed. */
  readonly isAgreed?: boolean;
}

/** One of the provider's staff, or a program that works for them. */
export interface Operator {
  readonly kind: 'operator';
  readonly name: string;
  /** The one of his roles in which he makes this call. */
  readonly role: ActingRole;
  /** Absent for the command line on the server. */
  readonly entry?: StaffEntry | undefined;
}

/** Facts about a request other than its input. */
export interface RequestFacts {
  /** The client's address; a proxy's header counts only from a trusted proxy. */
  readonly ip: string;
  readonly browser: string;
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
  /** The Sec-Fetch-Dest header: `empty` for a script, `document` for a link. */
  readonly fetchDest: string | undefined;
  readonly token: string | undefined;
  /** The secret of the device cookie, which browsers send only with a sign-in or a recovery; it grants nothing. */
  readonly device: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** As in the log and in every refusal. */
  readonly requestId: string;
  /** The contract that the page shows; it differs from the session's if another tab has signed in to another one. */
  readonly contract: string | undefined;
  /** The caller of an operator's call; set only by code of this process: the command line, or whoever has recognised a session. */
  readonly operator?: Operator;
  /** Tables that the command line on this machine reads row by row, in place of those of the body; set only by code of this process. */
  readonly tables?: ImportRows;
}

/** The progress of long work. */
export interface Progress {
  readonly of: string;
  readonly done: number;
  readonly all: number;
}

/** What a handler may send besides its result. */
export interface ReplyNotes {
  header(name: string, value: string): void;
  cookie(value: string): void;
  progress?(progress: Progress): void;
}

export interface RawInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

interface Common extends Omit<World, 'db'> {
  readonly request: RequestFacts;
  readonly reply: ReplyNotes;
  /** The moment of this call, the same for all its parts. */
  readonly now: Date;
  /** The provider's day at that moment. */
  readonly today: Day;
  /** Whether the subscriber has confirmed within the last minutes that it is he; for a reply that then shows more. */
  isConfirmed(): Promise<boolean>;
  /** Refuses a role that may not make `call`; for a handler whose reply includes the data of another call. */
  demand(call: Call): void;
  /** Runs another call for the same caller in the same transaction; returns its result as JSON. */
  ask(call: Call, raw: RawInput): Promise<unknown>;
}

interface OfStaff {
  readonly operator: Operator;
  /** For the audit trail: what was there before a change, and what is there now. */
  readonly tellChange: (before: unknown, after: unknown) => void;
  /** Makes a call for somebody else of the staff in a transaction, without asking whether he may; what he may see is told. */
  runFor(tx: Tx, who: Operator, call: Call, raw: RawInput): Promise<{ answer: unknown; change: unknown }>;
  /** Nothing has changed that the audit trail does not tell already, such as a lease that lasts longer. */
  leaveNoRow(): void;
  /** The contract is one that the technician visits today: he sees it whole. */
  showOwnVisit(): void;
}

type Asker<C extends Call> = C['access'] extends 'public'
  ? Record<never, never>
  : C['access'] extends 'guest'
    ? { readonly subscriber: Subscriber | undefined }
    : C['access'] extends 'operator'
      ? OfStaff
      : { readonly subscriber: Subscriber };

/** What a handler may use. `db` is the transaction of this call. */
export type ScopeOf<C extends Call> = Common & { readonly db: Tx } & Asker<C>;
/** The scope of a call that waits for an outside system: it opens short transactions itself. */
export type OpenScopeOf<C extends Call> = Common & { readonly db: Database } & Asker<C>;

export type Handler<C extends Call> = (input: Input<C>, scope: ScopeOf<C>) => Promise<Result<C>>;
export interface OpenHandler<C extends Call> {
  (input: Input<C>, scope: OpenScopeOf<C>): Promise<Result<C>>;
  readonly ownTransactions: true;
}

/** Marks a handler that must not hold a transaction while it waits for an outside system. */
export const withoutTransaction = <C extends Call>(
  handler: (input: Input<C>, scope: OpenScopeOf<C>) => Promise<Result<C>>,
): OpenHandler<C> => Object.assign(handler, { ownTransactions: true as const });

/** A handler for each call of a group: a missing or unknown one does not compile. */
export type Handlers<Group> = {
  readonly [Name in keyof Group]: Group[Name] extends Call ? Handler<Group[Name]> | OpenHandler<Group[Name]> : never;
};

/** The assembled product: HTTP, tests and batches run calls on it. */
export interface Portal {
  readonly world: World;
  readonly handlerOf: (call: Call) => AnyHandler;
  /** Returns the owner of a token; undefined for a token that is unknown, ended or expired. */
  readonly identify: (tx: Tx, token: string, now: Date) => Promise<Caller | undefined>;
  /** Whether the subscriber of a session has confirmed within the last minutes that it is he. */
  readonly isConfirmed: (tx: Tx, sessionId: string, now: Date) => Promise<boolean>;
  /** Throws if the caller has made too many requests. */
  readonly checkRateLimit?: (caller: Caller, call: Call, raw: RawInput) => void;
  /** Queues the work of one client, so that no client takes all connections. */
  readonly inTurn?: <T>(client: string, work: () => Promise<T>) => Promise<T>;
}

export interface AnyHandler {
  (input: { params: unknown; query: unknown; body: unknown }, scope: unknown): Promise<unknown>;
  readonly ownTransactions?: true;
  /** A long read, which the standby serves if it has come far enough. */
  readonly fromStandby?: true;
}
