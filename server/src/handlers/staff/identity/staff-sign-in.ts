import { createHash } from 'node:crypto';
import type { Input } from '@kabinet/contract/kernel/call/call';
import type { StaffContract } from '@kabinet/contract/staff';
import type { Database, Tx } from '#server/db/database.ts';
import { insertEnded } from '#server/db/queries/operator-action.ts';
import { hasFailedOften, noteFailureFrom } from '#server/domain/identity/guard/guard.ts';
import { countLoginFailure, forgetFailures, guardOf, holdGuard } from '#server/domain/identity/guard/guard.queries.ts';
import {
  leftText,
  lockLength,
  lockRest,
  restOfMinute,
  signInLockedText,
  signInRefusalText,
} from '#server/domain/identity/guard/lock.rules.ts';
import { isRight } from '#server/domain/identity/credentials/password.ts';
import type { SignedByPasskey } from '#server/domain/identity/passkeys/ceremony.ts';
import { acceptStaffCode } from '#server/domain/staff/entry/staff-codes.ts';
import {
  personById,
  personByLogin,
  unchangedPerson,
  type StaffPerson,
} from '#server/domain/staff/person/person.queries.ts';
import { beganAtNewPlace } from '#server/domain/staff/session/staff-session.queries.ts';
import { staffCookie } from '#server/domain/staff/session/staff-session.rules.ts';
import { beginStaffSession, signOutOfStaff } from '#server/domain/staff/session/staff-sessions.ts';
import { doerOf } from '#server/kernel/audit.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { inHashLine } from '../../shared/hash-line.ts';
import { meOf } from './me.ts';
import { noteEntry, operatorOf, SIGN_IN, type EntryScope, type SignScope } from './note-entry.ts';
import { withStaffPasskey, type PasskeyScope } from './staff-passkey.ts';

type Typed = Input<StaffContract['entry']['signIn']>['body'];

/** People type passwords into the field of the login, so only a hash of it is kept. */
const subjectOf = (login: string): string => `staff:${createHash('sha256').update(login).digest('base64url')}`;
const codesOf = (personId: number): string => `staff-code:${personId}`;

/** Signs in by login, password and second factor; the reply never says whether the login or the password was wrong. */
export async function signInStaff(body: Typed, scope: EntryScope) {
  const { db, request, now } = scope;
  const login = body.login.trim().toLowerCase();
  // A refusal here costs neither a hash nor a place in the queue.
  if (await db.read((tx) => hasFailedOften(tx, request.ip, now)))
    throw new Problem('too_many_requests', { retryAfter: restOfMinute(now) });
  refuseLocked(lockRest(await db.read((tx) => guardOf(tx, subjectOf(login))), now));
  const person = await inHashLine('clean', () => withPassword(login, body.password, scope));
  if (person.totp_secret === null && !person.has_passkey) throw new Problem('invitation_first');
  if (body.code === undefined && body.passkey === undefined) throw new Problem('second_step_needed');
  return letIn(person, body, scope);
}

/** Signs in by a passkey alone: it knows its owner, and its device has verified her. */
export const signInByPasskey = (signed: SignedByPasskey, scope: EntryScope) =>
  withStaffPasskey(signed, scope, (tx, personId) => beginSession(tx, personId, scope, { by: 'passkey' }));

function refuseLocked(rest: number): void {
  if (rest > 0) throw new Problem('login_locked', { message: signInLockedText(rest), retryAfter: rest / 1000 });
}

/** Counts the attempt first, so that parallel ones get no more tries than consecutive ones. */
async function countTry(db: Database, subject: string, now: Date): Promise<number> {
  const { rest, failures } = await db.write(async (tx) => {
    const guard = await holdGuard(tx, subject, now);
    const rest = lockRest(guard, now);
    if (rest > 0) return { rest, failures: guard.failures };
    return { rest, failures: (await countLoginFailure(tx, subject, guard, now)).failures };
  });
  refuseLocked(rest);
  return failures;
}

/** The person whose password this is; a blocked one is told no more than a stranger. */
async function withPassword(login: string, password: string, scope: SignScope): Promise<StaffPerson> {
  const { db, request, now } = scope;
  const failures = await countTry(db, subjectOf(login), now);
  const person = await db.read((tx) => personByLogin(tx, login));
  const isHers = await isRight(password, person?.password_hash ?? undefined);
  if (person && isHers && person.blocked_at === null) {
    await db.write((tx) => forgetFailures(tx, subjectOf(login)));
    return person;
  }
  await db.write(async (tx) => {
    await noteFailureFrom(tx, request.ip, now);
    await noteEntry(tx, scope, person, 'login_refused');
  });
  throw new Problem('login_refused', { message: signInRefusalText(failures), ...retryAfter(failures) });
}

/** The same for a person who has signed in: her password counts like one at the sign-in. */
export async function withStaffPassword(personId: number, password: string, scope: SignScope): Promise<StaffPerson> {
  const person = await scope.db.read((tx) => personById(tx, personId));
  if (!person) throw new Problem('person_needed');
  return inHashLine('clean', () => withPassword(person.login, password, scope));
}

const retryAfter = (failures: number) => (lockLength(failures) > 0 ? { retryAfter: lockLength(failures) / 1000 } : {});

/** Runs work with the right code of a person; wrong ones have a count of their own, because only who knows the password gets here. */
async function withStaffCode<T>(
  personId: number,
  typed: string,
  { db, now, outside }: SignScope,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const failures = await countTry(db, codesOf(personId), now);
  const done = await db.write(async (tx) => {
    if (!(await acceptStaffCode(tx, outside.vault, personId, typed, now))) return undefined;
    await forgetFailures(tx, codesOf(personId));
    return { is: await work(tx) };
  });
  if (done) return done.is;
  throw new Problem('second_step_refused', {
    message: `Код не подошёл. Введите тот, что приложение показывает сейчас. ${leftText(failures)}`,
    ...retryAfter(failures),
  });
}

interface SecondStep {
  readonly code?: string | undefined;
  readonly passkey?: SignedByPasskey | undefined;
}

/** Runs work with the second step of a person: a code, or a passkey of hers. */
export function withSecondStep<T>(
  personId: number,
  { code, passkey }: SecondStep,
  scope: PasskeyScope,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (passkey) return withStaffPasskey(passkey, scope, work, personId);
  return withStaffCode(personId, code ?? '', scope, work);
}

async function letIn(person: StaffPerson, step: SecondStep, scope: EntryScope) {
  const entering = { by: 'password', proven: person.password_hash } as const;
  try {
    return await withSecondStep(person.person_id, step, scope, (tx) =>
      beginSession(tx, person.person_id, scope, entering),
    );
  } catch (error) {
    // A refused passkey is noted where it is checked.
    if (error instanceof Problem && error.code !== 'passkey_refused') {
      const { code } = error;
      await scope.db.write((tx) => noteEntry(tx, scope, person, code));
    }
    throw error;
  }
}

interface Entering {
  /** What a person has come in by, as the audit trail has it. */
  readonly by: 'password' | 'passkey' | 'openid' | 'invitation';
  /** The password that was right: another one by now lets nobody in. */
  readonly proven?: string | null;
}

/** Begins a session and sets its cookie; refuses a person who has been shut out, or got another password, in between. */
export async function beginSession(
  tx: Tx,
  personId: number,
  { request, reply, now, provider }: Omit<EntryScope, 'db'>,
  { by, proven }: Entering,
) {
  const person = await unchangedPerson(tx, personId);
  const isOther = proven !== undefined && proven !== person?.password_hash;
  if (!person || isOther || person.blocked_at !== null) throw new Problem('login_refused');
  // The former session of this browser is nobody's any more.
  if (request.token !== undefined) await signOutOfStaff(tx, request.token, now);
  const { token, sessionId, until } = await beginStaffSession(
    tx,
    personId,
    { ...request, byOpenId: by === 'openid' },
    now,
  );
  const operator = operatorOf(person, request, { sessionId, until, begunAt: now });
  const { is_new_place } = await beganAtNewPlace(tx, sessionId);
  const action = {
    ...doerOf(operator),
    call: SIGN_IN,
    input: { new_place: is_new_place, by },
    reason: null,
    begunAt: now,
  };
  await insertEnded(tx, action, { outcome: 'done' }, now);
  reply.cookie(staffCookie(token));
  return meOf(tx, operator, { provider, now });
}
