import type { contract } from '@kabinet/contract';
import { isPerson } from '@kabinet/contract/kernel/sharing';
import { instant } from '@kabinet/contract/kernel/day';
import { addressNetworksOf } from '#server/domain/identity/session/address.rules.ts';
import { accessCookie, deviceCookies, sessionCookies } from '#server/domain/identity/session/cookies.rules.ts';
import { countHits } from '#server/domain/identity/guard/guard.queries.ts';
import { GUESTS_A_MINUTE, restOfMinute } from '#server/domain/identity/guard/lock.rules.ts';
import { CHALLENGE_LIFE } from '#server/domain/identity/passkeys/challenge.ts';
import { rpIdOf, type SignedByPasskey } from '#server/domain/identity/passkeys/ceremony.ts';
import { questionForUse } from '#server/domain/identity/passkeys/passkeys.ts';
import { enter } from '#server/domain/identity/session/enter.ts';
import { whence } from '#server/domain/identity/session/origin.rules.ts';
import { identify, portalSessionsOf } from '#server/domain/identity/session/session.queries.ts';
import { closeForOthers } from '#server/domain/identity/sharing/share-sessions.queries.ts';
import { endOtherSessions, endPortalSession, startGuest } from '#server/domain/identity/session/session.ts';
import { tokenReply } from '#server/domain/identity/session/session.rules.ts';
import { maskedName } from '#server/domain/shared/masked-name.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { withoutTransaction, type Handler, type Handlers, type OpenScopeOf } from '#server/kernel/world.ts';
import { withPasskey } from '../../shared/passkey.ts';
import { confirm } from './confirm.ts';
import { signIn } from './sign-in.ts';

type TokenScope = OpenScopeOf<typeof contract.auth.token>;

const token = withoutTransaction<typeof contract.auth.token>(async ({ body }, scope) => {
  // A program that is not a browser sends no Origin, and has no cookies that a foreign page could set.
  if (whence(scope.request, scope.publicUrl) === 'foreign') throw new Problem('forbidden_origin');
  if (body.grant === 'guest') return enterAsGuest(scope);
  return body.grant === 'passkey' ? enterByPasskey(body.passkey, scope) : signIn(body, scope);
});

/** Signs in by a passkey, which includes the second step, so an unknown browser needs no further code. */
async function enterByPasskey(signed: SignedByPasskey, scope: TokenScope) {
  const { request, reply, now, provider } = scope;
  const { pass, device } = await withPasskey(signed, scope, (tx, contractId) =>
    enter(tx, contractId, request, { at: { now, zone: provider.time_zone } }),
  );
  for (const cookie of [...sessionCookies(pass, now), ...deviceCookies(device)]) reply.cookie(cookie);
  return tokenReply(pass, now);
}

// Needs no database at all.
const passkeyQuestion = withoutTransaction<typeof contract.auth.passkeyQuestion>((_, { outside, publicUrl, now }) =>
  Promise.resolve({
    challenge: questionForUse(outside.vault, now),
    rp_id: rpIdOf(publicUrl),
    lives_for: CHALLENGE_LIFE / 1000,
  }),
);

const sessions: Handler<typeof contract.auth.sessions> = async (_, { db, subscriber, now }) => {
  const living = await portalSessionsOf(db, subscriber.contractId, now);
  return living.map(({ member_id, client_name, is_company, role, label, ...session }) => ({
    ...session,
    acting:
      member_id === null || role === null
        ? null
        : {
            contract_id: isPerson(member_id) ? null : member_id,
            name: label ?? maskedName(client_name ?? '', is_company === true),
            role,
          },
    is_current: session.session_id === subscriber.sessionId,
    started_at: instant(new Date(session.started_at)),
    last_used_at: instant(new Date(session.last_used_at)),
  }));
};

const end: Handler<typeof contract.auth.endSession> = async ({ body }, { db, subscriber, now }) => {
  const { contractId, sessionId } = subscriber;
  if ('others' in body) {
    const ended = await endOtherSessions(db, contractId, sessionId, 'ended_by_client', now);
    return { ended: ended + (await closeForOthers(db, contractId)) };
  }
  if (await endPortalSession(db, contractId, body.session_id, 'ended_by_client', now)) return { ended: 1 };
  if (await closeForOthers(db, contractId, body.session_id)) return { ended: 1 };
  throw new Problem('not_found');
};

export const authHandlers: Handlers<typeof contract.auth> = {
  token,
  passkeyQuestion,
  confirm,
  sessions,
  endSession: end,
};

/** Each guest costs a row, so guests are counted by network. */
async function limitGuests({ db, request, now }: TokenScope): Promise<void> {
  const networks = addressNetworksOf(request.ip).map(({ name, share }) => ({ bucket: `guest:${name}`, share }));
  const buckets = networks.map(({ bucket }) => bucket);
  const hits = await db.write((tx) => countHits(tx, buckets, now));
  const isTooMany = networks.some(({ bucket, share }) => (hits.get(bucket) ?? 0) > GUESTS_A_MINUTE * share);
  if (isTooMany) throw new Problem('too_many_requests', { retryAfter: restOfMinute(now) });
}

/** A token for the forms that need no account; the cookie of a signed-in user stays unchanged. */
async function enterAsGuest(scope: TokenScope) {
  const { db, request, reply, now } = scope;
  await limitGuests(scope);
  const { token, ip, browser } = request;
  const { pass, caller } = await db.write(async (tx) => ({
    caller: token === undefined ? undefined : await identify(tx, token, now),
    pass: await startGuest(tx, { ip, browser }, now),
  }));
  if (caller?.contractId === undefined) reply.cookie(accessCookie(pass, now));
  return tokenReply(pass, now);
}
