import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import { isPerson } from '@kabinet/contract/kernel/sharing';
import type { ProblemCode } from '@kabinet/contract/kernel/problem';
import type { Tx } from '#server/db/database.ts';
import { notify, settleMatter } from '#server/domain/messaging/notify.ts';
import type { At } from '#server/domain/shared/at.ts';
import { hashOf, newDerivationKey, newSecret, newSessionId, successorsOf } from '#server/domain/shared/secrets.ts';
import { networkOf } from './address.rules.ts';
import { describeBrowser } from './browser.rules.ts';
import { secretReused } from './notices.ts';
import { openLastShare } from './open-share.queries.ts';
import { sessionTopic } from './topic.ts';
import {
  ACCESS_LIFE,
  accessEnd,
  GUEST_LIFE,
  judgeSecret,
  overCode,
  SESSION_LIFE,
  type GuestPass,
  type NewPass,
  type SessionPass,
  type PresentedSecret,
  type RefreshSecret,
} from './session.rules.ts';
import {
  addAccessToken,
  addSession,
  endPortalSessions,
  holdSession,
  rotate,
  writeDown,
  type SessionRow,
} from './session.queries.ts';

/** The browser of a session. */
interface Device {
  readonly ip: string;
  readonly browser: string;
}

/** Starts a session of a subscriber whose password was right. A person without a contract has the one open that she used last. */
export async function startSession(tx: Tx, contractId: number, device: Device, now: Date): Promise<NewPass> {
  const sessionUntil = new Date(now.getTime() + SESSION_LIFE);
  const refresh = { sessionId: newSessionId(), secret: newSecret() };
  const pageSecret = newSecret();
  await addSession(tx, {
    ...begun(device, now),
    ...refresh,
    contractId,
    expiresAt: sessionUntil,
    refreshHash: hashOf(refresh.secret),
    pageHash: hashOf(pageSecret),
  });
  const access = await giveAccess(tx, refresh.sessionId, newSecret(), accessEnd(now, sessionUntil, ACCESS_LIFE));
  await writeDown(
    tx,
    { kind: 'signed_in', contractId, detail: { session_id: refresh.sessionId, network: networkOf(device.ip) } },
    now,
  );
  if (isPerson(contractId)) await openFirst(tx, { sessionId: refresh.sessionId, memberId: contractId }, now);
  return { ...access, refresh, sessionUntil, pageSecret };
}

async function openFirst(tx: Tx, member: { sessionId: string; memberId: number }, now: Date): Promise<void> {
  const opened = await openLastShare(tx, member, now);
  if (!opened) return;
  const detail = { session_id: member.sessionId, member: member.memberId, role: opened.role };
  await writeDown(tx, { kind: 'share_opened', contractId: opened.contract_id, detail }, now);
}

/** Starts a session without a contract. */
export async function startGuest(tx: Tx, device: Device, now: Date): Promise<GuestPass> {
  const sessionId = newSessionId();
  const expiresAt = new Date(now.getTime() + GUEST_LIFE);
  await addSession(tx, {
    ...begun(device, now),
    sessionId,
    contractId: null,
    expiresAt,
    refreshHash: null,
    pageHash: null,
  });
  return giveAccess(tx, sessionId, newSecret(), expiresAt);
}

const begun = (device: Device, now: Date) => ({
  derivationKey: newDerivationKey(),
  startedAt: now,
  browser: describeBrowser(device.browser),
  network: networkOf(device.ip),
});

async function giveAccess(tx: Tx, sessionId: string, accessToken: string, accessUntil: Date): Promise<GuestPass> {
  await addAccessToken(tx, sessionId, hashOf(accessToken), accessUntil);
  return { accessToken, accessUntil };
}

/**
 * Returns the next pair of tokens for a refresh secret, or the reason for a refusal. A reused secret ends the session,
 * and that must be committed: the caller refuses after this transaction, not inside it.
 */
export async function renewSession(tx: Tx, presented: RefreshSecret, at: At): Promise<SessionPass | ProblemCode> {
  const { now } = at;
  const session = await holdSession(tx, presented.sessionId);
  if (!session) return 'unauthorized';
  const which = whichSecret(session, hashOf(presented.secret));
  switch (judgeSecret(session, which, now)) {
    case 'over':
      return overCode(session.end_reason, which);
    case 'stolen':
      await endStolen(tx, session, at);
      return overCode('reused_secret', which);
    case 'repeat':
      return passAfter(session, presented.secret, new Date(session.rotated_at));
    case 'rotate': {
      const pass = passAfter(session, presented.secret, now);
      await rotate(tx, session.session_id, hashOf(pass.refresh.secret), now);
      await addAccessToken(tx, session.session_id, hashOf(pass.accessToken), pass.accessUntil);
      return pass;
    }
  }
}

function whichSecret(session: SessionRow, hash: Buffer): PresentedSecret {
  if (session.refresh_hash.equals(hash)) return 'current';
  return session.previous_hash?.equals(hash) ? 'previous' : 'other';
}

/** The tokens derived from a secret exchanged at the given moment: always the same. */
function passAfter(session: SessionRow, secret: string, exchangedAt: Date): SessionPass {
  const next = successorsOf(secret, session.derivation_key);
  const sessionUntil = new Date(session.expires_at);
  return {
    accessToken: next.accessToken,
    accessUntil: accessEnd(exchangedAt, sessionUntil, ACCESS_LIFE),
    refresh: { sessionId: session.session_id, secret: next.secret },
    sessionUntil,
  };
}

async function endStolen(tx: Tx, session: SessionRow, at: At): Promise<void> {
  const { contract_id: contractId, session_id, browser, network } = session;
  const { now } = at;
  await endPortalSessions(tx, { contractId, only: session_id }, 'reused_secret', now);
  await writeDown(tx, { kind: 'session_secret_reused', contractId, detail: { session_id, browser, network } }, now);
  await notify(tx, secretReused, contractId, { sessionId: session_id, browser, network }, at);
}

/** Signs out: ends the session of a refresh secret. Only the current secret ends it. */
export async function signOut(tx: Tx, presented: RefreshSecret, now: Date): Promise<void> {
  const session = await holdSession(tx, presented.sessionId);
  if (!session || whichSecret(session, hashOf(presented.secret)) === 'other') return;
  await endPortalSession(tx, session.contract_id, session.session_id, 'signed_out', now);
}

/** Ends one session of a contract; returns whether it was active. */
export async function endPortalSession(
  tx: Tx,
  contractId: number,
  sessionId: string | AskedId<'session'>,
  reason: 'signed_out' | 'ended_by_client' | 'access_closed',
  now: Date,
): Promise<boolean> {
  const [ended] = await endPortalSessions(tx, { contractId, only: sessionId }, reason, now);
  if (ended === undefined) return false;
  await settleMatter(tx, contractId, sessionTopic(ended), now);
  await writeDown(tx, { kind: 'session_ended', contractId, detail: { session_id: ended, reason } }, now);
  return true;
}

/** Ends every session of a contract but the given one, if any, as after a change of password; returns their number. */
export async function endOtherSessions(
  tx: Tx,
  contractId: number,
  keep: string | undefined,
  reason: 'ended_by_client' | 'password_changed',
  now: Date,
): Promise<number> {
  const ended = await endPortalSessions(tx, { contractId, ...(keep !== undefined && { except: keep }) }, reason, now);
  for (const session_id of ended) {
    await writeDown(tx, { kind: 'session_ended', contractId, detail: { session_id, reason } }, now);
    await settleMatter(tx, contractId, sessionTopic(session_id), now);
  }
  return ended.length;
}
