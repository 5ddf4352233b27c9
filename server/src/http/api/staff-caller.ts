import { isOperatorCall, roleFor, type OperatorRole } from '@kabinet/contract/kernel/call/staff-call';
import type { Call } from '@kabinet/contract/kernel/call/call';
import type { FastifyRequest } from 'fastify';
import { hashOf } from '#server/domain/shared/secrets.ts';
import { isInNetworks } from '#server/domain/staff/keys/networks.ts';
import { isStaffKey } from '#server/domain/staff/keys/staff-key.rules.ts';
import { noteKeyUse, workingKey } from '#server/domain/staff/keys/staff-key.queries.ts';
import { noteStaffUse, type StaffSessionRow } from '#server/domain/staff/session/staff-session.queries.ts';
import { readStaffCookie, STAFF_NOTED_EACH } from '#server/domain/staff/session/staff-session.rules.ts';
import { personOfToken } from '#server/domain/staff/session/staff-sessions.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Operator, RequestFacts, World } from '#server/kernel/world.ts';
import { bearerTokenOf } from './api.ts';

/** What a request proves: the session of a person, or the key of a program. */
export interface StaffCredential {
  readonly kind: 'session' | 'key';
  readonly token: string;
}

/** A key wins over a cookie; the token of a subscriber is none of the staff's. */
export function credentialIn(request: FastifyRequest): StaffCredential | undefined {
  if (request.headers.authorization !== undefined) {
    const token = bearerTokenOf(request) ?? '';
    return isStaffKey(token) ? { kind: 'key', token } : undefined;
  }
  const token = readStaffCookie(request.headers.cookie);
  return token === undefined ? undefined : { kind: 'session', token };
}

/** The most credentials that a process remembers. */
const MOST = 5_000;
const known = new WeakMap<World, Map<string, string>>();

/** Whose credentials this process has seen, for its limits alone: it may be out of date. */
export function seenStaff(world: World) {
  const owners = known.get(world) ?? new Map<string, string>();
  known.set(world, owners);
  return {
    has: (request: FastifyRequest): boolean => owners.has(credentialIn(request)?.token ?? ''),
    remember: (token: string, owner: string): void => {
      const [oldest] = owners.keys();
      if (owners.size >= MOST && oldest !== undefined) owners.delete(oldest);
      owners.set(token, owner);
    },
    forget: (token: string): void => void owners.delete(token),
  };
}

/**
 * Whoever asks; `isIdle`: nobody has touched the page for a while, so the request is no use of the session; `shown`: whose page it is, if it
 * says so.
 */
export type StaffAsker = RequestFacts & { readonly isIdle?: boolean; readonly shown?: string | undefined };

const SIGN_IN = 'Войдите в рабочее место';
const OTHER_PERSON = 'В этом браузере вошёл другой сотрудник. Войдите снова';
const KEY_OVER = 'Ключ не действует: его нет, он закончен или истёк. Попросите у администратора новый';

/** Who makes a call, in which of his roles; refuses who is not known, has been away for too long, or is elsewhere. */
export async function recogniseStaff(
  world: World,
  credential: StaffCredential | undefined,
  call: Call | undefined,
  facts: StaffAsker,
): Promise<Operator> {
  if (!credential) throw new Problem('unauthorized', { message: SIGN_IN });
  const recognise = credential.kind === 'key' ? programOf : personOf;
  try {
    const operator = await recognise(world, credential.token, call, facts);
    seenStaff(world).remember(credential.token, operator.entry?.owner ?? '');
    return operator;
  } catch (error) {
    seenStaff(world).forget(credential.token);
    throw error;
  }
}

type Recognise = (world: World, token: string, call: Call | undefined, facts: StaffAsker) => Promise<Operator>;

/** Whether a use should be noted: not at each request. */
const isLongAgo = (noted: string | null, now: Date): boolean =>
  noted === null || now.getTime() - Date.parse(noted) >= STAFF_NOTED_EACH;

/** The role in which a person makes a call; in none, the first one she has, as which she is refused. */
const roleIn = (roles: readonly OperatorRole[], call: Call | undefined): OperatorRole =>
  (call && isOperatorCall(call) ? roleFor(roles, call) : undefined) ?? roles[0] ?? 'auditor';

const personOf: Recognise = async ({ db, clock, provider }, token, call, { ip, requestId, isIdle, shown }) => {
  const now = clock.now();
  const session = await db.read((tx) => personOfToken(tx, token, now));
  if (session === 'over') throw new Problem('session_expired');
  if (!session) throw new Problem('unauthorized', { message: SIGN_IN });
  if (shown !== undefined && shown !== String(session.person_id))
    throw new Problem('session_expired', { message: OTHER_PERSON });
  const { name, roles, session_id: sessionId } = session;
  const isUse = isIdle !== true;
  if (isUse && isLongAgo(session.last_used_at, now)) await db.write((tx) => noteStaffUse(tx, sessionId, now));
  return {
    kind: 'operator',
    name,
    role: roleIn(roles, call),
    entry: { ...entryOf(session), ip, requestId, secondPerson: provider.second_person },
  };
};

const entryOf = ({ person_id: personId, session_id: sessionId, login, roles, ...at }: StaffSessionRow) => ({
  owner: `person ${personId}`,
  personId,
  login,
  roles,
  sessionId,
  sessionUntil: new Date(at.expires_at),
  confirmedAt: at.confirmed_at && new Date(at.confirmed_at),
  keyId: null,
  calls: [],
});

const programOf: Recognise = async ({ db, clock, provider }, token, _, { ip, requestId }) => {
  const now = clock.now();
  const key = await db.read((tx) => workingKey(tx, hashOf(token), now));
  if (!key) throw new Problem('unauthorized', { message: KEY_OVER });
  const { key_id: keyId, name, calls, networks, used_at } = key;
  if (!isInNetworks(ip, networks)) throw new Problem('network_not_allowed');
  if (isLongAgo(used_at, now)) await db.write((tx) => noteKeyUse(tx, keyId, now));
  const nobody = { personId: null, login: null, roles: [], sessionId: null, sessionUntil: null };
  return {
    kind: 'operator',
    name,
    role: 'program',
    entry: { owner: `key ${keyId}`, ...nobody, keyId, calls, ip, requestId, secondPerson: provider.second_person },
  };
};
