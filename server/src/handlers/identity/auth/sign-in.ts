import type { contract } from '@kabinet/contract';
import type { Input } from '@kabinet/contract/kernel/call/call';
import type { Tx } from '#server/db/database.ts';
import { networkOf } from '#server/domain/identity/session/address.rules.ts';
import { deviceCookies, sessionCookies } from '#server/domain/identity/session/cookies.rules.ts';
import { afterPasswordChange } from '#server/domain/identity/credentials/change-password.ts';
import {
  isStillPassword,
  ownNames,
  rehash,
  replacePortalPassword,
  type Credential,
} from '#server/domain/identity/credentials/credential.queries.ts';
import { refuseWeakPortalPassword } from '#server/domain/identity/credentials/new-password.ts';
import {
  approach,
  beginAttempt,
  noteWrongPassword,
  noteSuccess,
  type SignInApproach,
  type SignInAttempt,
  type LoginClaim,
} from '#server/domain/identity/guard/guard.ts';
import {
  signInLockedText,
  lockLength,
  signInRefusalText,
  restOfMinute,
} from '#server/domain/identity/guard/lock.rules.ts';
import { readLogin } from '#server/domain/identity/credentials/login.rules.ts';
import { hashPassword, isOutdated, isRight } from '#server/domain/identity/credentials/password.ts';
import type { At } from '#server/domain/shared/at.ts';
import { boundedQueue } from '#server/domain/shared/queue.ts';
import { enter } from '#server/domain/identity/session/enter.ts';
import { writeDown } from '#server/domain/identity/session/session.queries.ts';
import { tokenReply } from '#server/domain/identity/session/session.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { OpenScopeOf } from '#server/kernel/world.ts';
import { inHashLine, inLine, type Lane } from '../../shared/hash-line.ts';
import { requireSecondStep } from '../../shared/second-step.ts';

type Scope = OpenScopeOf<typeof contract.auth.token>;
type Password = Extract<Input<typeof contract.auth.token>['body'], { password: string }>;

/**
 * Each check of a sign-in takes a connection for a moment; the limit leaves connections for others during a flood. A browser that
 * has signed in anywhere goes first; whether to this contract, the check tells.
 */
const door = boundedQueue({ running: 3, waiting: [1200, 1000] });

/** Signs in by password; the reply never says whether the login or the password was wrong. */
export async function signIn(body: Password, scope: Scope) {
  const { db, request, now } = scope;
  const login = readLogin(body.login);
  const seen = await inLine(
    door.run(() => db.read((tx) => approach(tx, login, request, now)), request.device === undefined ? 1 : 0),
  );
  if (seen.isTooMany) throw new Problem('too_many_requests', { retryAfter: restOfMinute(now) });
  if (seen.rest > 0) refuseLocked(seen.rest);
  const proven = await inHashLine(laneOf(seen), () => provePassword(seen.claim, body, scope));
  // Nothing is hashed any more, so others need not wait for the session.
  const { pass, device } = await enterWith(proven, scope);
  for (const cookie of [...sessionCookies(pass, now), ...deviceCookies(device)]) scope.reply.cookie(cookie);
  return tokenReply(pass, now);
}

/** Whose password was right, and the one that replaces it, if it is for one time. */
interface Proven {
  readonly credential: Credential;
  readonly fresh: string | undefined;
}

function laneOf({ claim, isFamiliar, isSuspect }: SignInApproach): Lane {
  if (claim.isKnownDevice) return 'known';
  // A neighbour's failures do not put the owner behind strangers from elsewhere.
  if (isFamiliar) return 'familiar';
  return isSuspect ? 'suspect' : 'clean';
}

function refuseLocked(rest: number): never {
  throw new Problem('login_locked', { message: signInLockedText(rest), retryAfter: rest / 1000 });
}

async function provePassword(claim: LoginClaim, body: Password, scope: Scope): Promise<Proven> {
  const { db, now } = scope;
  const attempt = await db.write((tx) => beginAttempt(tx, claim, now));
  if (attempt.rest > 0) refuseLocked(attempt.rest);
  const { credential, dearest } = attempt;
  const isOwner = await isRight(body.password, credential?.password_hash, dearest);
  if (!credential || !isOwner || isExpired(credential, now)) return refuse(claim, attempt, scope);

  const renewed = await renewedHash(credential, body.password);
  await db.write(async (tx) => {
    if (renewed !== undefined) await rehash(tx, credential, renewed);
    await noteSuccess(tx, claim, now);
  });
  const fresh = await newPasswordOf(credential, body, scope);
  if (!claim.isKnownDevice) await requireSecondStep(credential.contract_id, body.otp, scope);
  return { credential, fresh };
}

const isExpired = ({ change_by }: Credential, now: Date): boolean =>
  change_by !== null && Date.parse(change_by) <= now.getTime();

/** The hash of the password that replaces a one-time password; undefined for a password of the subscriber's own. */
async function newPasswordOf(
  { contract_id, change_by }: Credential,
  { password, new_password }: Password,
  { db, provider }: Scope,
): Promise<string | undefined> {
  if (change_by === null) return undefined;
  if (new_password === undefined) throw new Problem('new_password_needed');
  const { client_name } = await db.read((tx) => ownNames(tx, contract_id));
  refuseWeakPortalPassword(new_password, [String(contract_id), client_name, provider.name, password]);
  return hashPassword(new_password);
}

async function refuse(claim: LoginClaim, { failures }: SignInAttempt, { db, request, now }: Scope): Promise<never> {
  const lock = lockLength(failures);
  await db.write(async (tx) => {
    await noteWrongPassword(tx, claim, request.ip, now);
    if (lock === 0) return;
    const detail = { failures, network: networkOf(request.ip) };
    await writeDown(tx, { kind: 'sign_in_locked', contractId: claim.contractId, detail }, now);
  });
  throw new Problem('login_refused', {
    message: signInRefusalText(failures),
    ...(lock > 0 && { retryAfter: lock / 1000 }),
  });
}

/** Ours of today, if the password is kept otherwise; undefined if it is not. */
async function renewedHash(credential: Credential, password: string): Promise<string | undefined> {
  return isOutdated(credential.password_hash) ? hashPassword(password) : undefined;
}

/** Lets the subscriber in; his new password, if any, replaces the one-time one first. */
const enterWith = ({ credential, fresh }: Proven, { db, request, now, provider }: Scope) =>
  db.write(async (tx) => {
    const at = { now, zone: provider.time_zone };
    if (fresh !== undefined) await replaceOneTime(tx, credential, fresh, at);
    // The password was replaced while it was being checked.
    else if (!(await isStillPassword(tx, credential))) throw new Problem('login_refused');
    return enter(tx, credential.contract_id, request, { at, isTold: fresh !== undefined });
  });

/** Replaces a one-time password, which is valid for one sign-in: of two simultaneous ones the second is refused. */
async function replaceOneTime(tx: Tx, { contract_id, password_hash }: Credential, hash: string, at: At) {
  if (!(await replacePortalPassword(tx, contract_id, { was: password_hash, hash, now: at.now })))
    throw new Problem('login_refused');
  await afterPasswordChange(tx, { contractId: contract_id, by: 'subscriber' }, at);
}
