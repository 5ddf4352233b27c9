import type { contract } from '@kabinet/contract';
import type { Input } from '@kabinet/contract/kernel/call';
import type { Database } from '#db/database.ts';
import { networkOf } from '#domain/session/address.rules.ts';
import { passCookies } from '#domain/session/cookies.rules.ts';
import { rehash, type Credential } from '#domain/session/credential.queries.ts';
import { beginAttempt, type Attempt } from '#domain/session/guard.ts';
import { forgetFailures } from '#domain/session/guard.queries.ts';
import { lockedText, lockLength, refusalText } from '#domain/session/lock.rules.ts';
import { readLogin, type Login } from '#domain/session/login.rules.ts';
import { hashPassword, isOutdated, isRight } from '#domain/session/password.ts';
import { boundedQueue } from '#domain/session/queue.ts';
import { identify, writeDown } from '#domain/session/session.queries.ts';
import { endSession, startSession } from '#domain/session/session.ts';
import { tokenReply } from '#domain/session/session.rules.ts';
import { Problem } from '#kernel/problem.ts';
import type { OpenScopeOf } from '#kernel/world.ts';

type Scope = OpenScopeOf<typeof contract.auth.token>;
type Password = Extract<Input<typeof contract.auth.token>['body'], { password: string }>;

/** A hash takes 20 ms of a core and 19 MiB, so sign-ins stand in a line of this process and the rest is unharmed. */
const line = boundedQueue({ running: 2, waiting: 20 });

/** Signs in by password; the answer never tells whether the login or the password was wrong. */
export function signIn(body: Password, scope: Scope) {
  const turn = line.run(() => tryPassword(body, scope));
  if (!turn) throw new Problem('overloaded', { retryAfter: 5 });
  return turn;
}

async function tryPassword({ login: typed, password }: Password, scope: Scope) {
  const { db, reply, now } = scope;
  const login = readLogin(typed);
  const attempt = await db.write((tx) => beginAttempt(tx, login, now));
  if (attempt.rest > 0) {
    throw new Problem('login_locked', { message: lockedText(attempt.rest), retryAfter: attempt.rest / 1000 });
  }
  const { credential } = attempt;
  const isOwner = await isRight(password, credential?.password_hash);
  if (!credential || !isOwner) return refuse(attempt, scope);

  await renewHash(db, credential, password);
  const pass = await enter(credential.contract_id, login, scope);
  for (const cookie of passCookies(pass, now)) reply.cookie(cookie);
  return tokenReply(pass, now);
}

async function refuse({ failures, credential }: Attempt, { db, request, now }: Scope): Promise<never> {
  const lock = lockLength(failures);
  if (lock > 0) {
    const detail = { failures, network: networkOf(request.ip) };
    const contractId = credential?.contract_id ?? null;
    await db.write((tx) => writeDown(tx, { kind: 'sign_in_locked', contractId, detail }, now));
  }
  throw new Problem('login_refused', { message: refusalText(failures), ...(lock > 0 && { retryAfter: lock / 1000 }) });
}

async function renewHash(db: Database, credential: Credential, password: string): Promise<void> {
  if (!isOutdated(credential.password_hash)) return;
  const fresh = await hashPassword(password);
  await db.write((tx) => rehash(tx, credential, fresh));
}

/** A new session; the one that this browser had until now is over. */
const enter = (contractId: number, login: Login, { db, request: { token, ip, browser }, now }: Scope) =>
  db.write(async (tx) => {
    await forgetFailures(tx, login.subject);
    const before = token === undefined ? undefined : await identify(tx, token, now);
    if (before?.contractId !== undefined) {
      await endSession(tx, before.contractId, before.sessionId, 'signed_out', now);
    }
    return startSession(tx, contractId, { ip, browser }, now);
  });
