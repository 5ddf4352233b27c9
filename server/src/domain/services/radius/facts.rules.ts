import type { Instant } from '@kabinet/contract/kernel/day';

export interface LineRefusal {
  readonly why: 'unknown' | 'password' | 'no_password' | 'closed' | 'schedule' | 'mac' | 'sessions';
  readonly mac: string | null;
  /** The name of the device of access. */
  readonly device: string;
  /** Since when it has been refused without a pause, how often, and when last. */
  readonly since: Instant;
  readonly times: number;
  readonly last_at: Instant;
}

export interface LineSession {
  readonly id: number;
  readonly mac: string | null;
  /** The name of the device of access; null: it is not in our table. */
  readonly device: string | null;
  readonly is_on: boolean;
  readonly seen_at: Instant | null;
  /** Open, and not heard of for three intervals although its device speaks. */
  readonly is_stuck: boolean;
  /** Since when its device has been out of order, if the session has gone with it. */
  readonly cut_since: Instant | null;
}

/** What the network tells of a line that does not work. */
export type LineFact =
  /** Its device of access has lost many clients at once. */
  | { readonly kind: 'nas_silent'; readonly since: Instant; readonly device: string | null }
  /** Another device of the client is on line, and no more may be. */
  | { readonly kind: 'second_device'; readonly since: Instant; readonly mac: string | null; readonly on: string | null }
  | { readonly kind: 'session_stuck'; readonly since: Instant | null; readonly device: string | null }
  /** A device that is not the bound one, with the right password. */
  | { readonly kind: 'other_device'; readonly since: Instant; readonly mac: string | null }
  | { readonly kind: 'wrong_password'; readonly since: Instant; readonly mac: string | null }
  /** Nothing comes from it at all. */
  | { readonly kind: 'silent' };

export interface LineFacts {
  readonly refusals: readonly LineRefusal[];
  readonly sessions: readonly LineSession[];
}

/** One wrong try is a slip; a router with a wrong password does not stop. */
const TRIES = 3;

/** What keeps a line from working, by what its device of access has told; undefined: nothing that the network knows of. */
export function lineFact({ refusals, sessions }: LineFacts): LineFact | undefined {
  const on = sessions.filter(({ is_on: isOn }) => isOn);
  const cut = [...on, ...(on.length === 0 ? sessions.slice(0, 1) : [])].find(({ cut_since: since }) => since !== null);
  if (cut?.cut_since) return { kind: 'nas_silent', since: cut.cut_since, device: cut.device };
  const alive = on.find(({ is_stuck: isStuck }) => !isStuck);
  if (alive) return besides(alive, refusals);
  const [stuck] = on;
  if (stuck) return { kind: 'session_stuck', since: stuck.seen_at, device: stuck.device };
  return refusedFact(refusals) ?? (isAnswered(sessions, refusals) ? { kind: 'silent' } : undefined);
}

/** While a session is on, only a second device has something to complain of. */
function besides({ mac: on }: LineSession, refusals: readonly LineRefusal[]): LineFact | undefined {
  const second = refusals.find(({ why }) => why === 'sessions');
  return second && { kind: 'second_device', since: second.since, mac: second.mac, on };
}

/** Refusals are in order, newest first: what the router has tried last explains most. */
function refusedFact(refusals: readonly LineRefusal[]): LineFact | undefined {
  const one = refusals.find(({ why, times }) => why === 'mac' || (why === 'password' && times >= TRIES));
  if (!one) return undefined;
  return { kind: one.why === 'mac' ? 'other_device' : 'wrong_password', since: one.since, mac: one.mac };
}

/** Silence means something only where accounting comes from the device, and nothing was refused. */
const isAnswered = (sessions: readonly LineSession[], refusals: readonly LineRefusal[]): boolean =>
  refusals.length === 0 && sessions.some(({ device }) => device !== null);
