import type { contract } from '@kabinet/contract';
import { instant } from '@kabinet/contract/kernel/day';
import { ownPart } from '#domain/session/address.rules.ts';
import { accessCookie } from '#domain/session/cookies.rules.ts';
import { countHit } from '#domain/session/guard.queries.ts';
import { MINUTE, SIGN_INS_A_MINUTE } from '#domain/session/lock.rules.ts';
import { whence } from '#domain/session/origin.rules.ts';
import { identify, sessionsOf } from '#domain/session/session.queries.ts';
import { endOtherSessions, endSession, startGuest } from '#domain/session/session.ts';
import { secondsUntil, tokenReply } from '#domain/session/session.rules.ts';
import { Problem } from '#kernel/problem.ts';
import { withoutTransaction, type Handler, type Handlers, type OpenScopeOf } from '#kernel/world.ts';
import { signIn } from './sign-in.ts';

type TokenScope = OpenScopeOf<typeof contract.auth.token>;

const token = withoutTransaction<typeof contract.auth.token>(async ({ body }, scope) => {
  // A program that is no browser names no origin, and has no cookies that a foreign page could set.
  if (whence(scope.request, scope.publicUrl) === 'foreign') throw new Problem('forbidden_origin');
  await limitAddress(body.grant, scope);
  return body.grant === 'guest' ? enterAsGuest(scope) : signIn(body, scope);
});

const sessions: Handler<typeof contract.auth.sessions> = async (_, { db, subscriber, now }) => {
  const living = await sessionsOf(db, subscriber.contractId, now);
  return living.map((session) => ({
    ...session,
    is_current: session.session_id === subscriber.sessionId,
    started_at: instant(new Date(session.started_at)),
    last_used_at: instant(new Date(session.last_used_at)),
  }));
};

const end: Handler<typeof contract.auth.endSession> = async ({ body }, { db, subscriber, now }) => {
  const { contractId, sessionId } = subscriber;
  if ('others' in body) return { ended: await endOtherSessions(db, contractId, sessionId, 'ended_by_client', now) };
  if (await endSession(db, contractId, body.session_id, 'ended_by_client', now)) return { ended: 1 };
  throw new Problem('not_found');
};

export const authHandlers: Handlers<typeof contract.auth> = { token, sessions, endSession: end };

/** Ten sign-ins of one address in a minute, right or wrong; guests are counted apart. */
async function limitAddress(grant: string, { db, request, now }: TokenScope): Promise<void> {
  const hits = await db.write((tx) => countHit(tx, `${grant}:${ownPart(request.ip)}`, now));
  if (hits <= SIGN_INS_A_MINUTE) return;
  const nextMinute = new Date(now.getTime() - (now.getTime() % MINUTE) + MINUTE);
  throw new Problem('too_many_requests', { retryAfter: secondsUntil(nextMinute, now) });
}

/** A token for the forms that need no account; the cookie of somebody who is signed in stays as it is. */
async function enterAsGuest({ db, request, reply, now }: TokenScope) {
  const { token, ip, browser } = request;
  const { pass, caller } = await db.write(async (tx) => ({
    caller: token === undefined ? undefined : await identify(tx, token, now),
    pass: await startGuest(tx, { ip, browser }, now),
  }));
  if (caller?.contractId === undefined) reply.cookie(accessCookie(pass, now));
  return tokenReply(pass, now);
}
