import type { Tx } from '#server/db/database.ts';
import { describeBrowser } from '#server/domain/identity/session/browser.rules.ts';
import { hashOf, newSecret, newSessionId } from '#server/domain/shared/secrets.ts';
import { endStaffSessions, insertStaffSession, staffSessionOf, type StaffSessionRow } from './staff-session.queries.ts';
import { isOver, STAFF_SESSION_LIFE } from './staff-session.rules.ts';

export interface BegunSession {
  readonly token: string;
  readonly sessionId: string;
  readonly until: Date;
}

/** Begins a session; only its token, which is kept as a hash, proves it. */
export async function beginStaffSession(
  tx: Tx,
  personId: number,
  { ip, browser, byOpenId }: { readonly ip: string; readonly browser: string; readonly byOpenId: boolean },
  now: Date,
): Promise<BegunSession> {
  const [token, sessionId] = [newSecret(), newSessionId()];
  const until = new Date(now.getTime() + STAFF_SESSION_LIFE);
  await insertStaffSession(tx, {
    sessionId,
    personId,
    tokenHash: hashOf(token),
    startedAt: now,
    expiresAt: until,
    browser: describeBrowser(browser),
    address: ip,
    byOpenId,
  });
  return { token, sessionId, until };
}

/** The person of a token; `over`: she has been away for too long. */
export async function personOfToken(tx: Tx, token: string, now: Date): Promise<StaffSessionRow | 'over' | undefined> {
  const session = await staffSessionOf(tx, hashOf(token));
  if (!session) return undefined;
  return isOver(session, now) ? 'over' : session;
}

/** Ends the session of a token; undefined if there was none alive. */
export async function signOutOfStaff(
  tx: Tx,
  token: string,
  now: Date,
): Promise<{ readonly byOpenId: boolean } | undefined> {
  const session = await personOfToken(tx, token, now);
  if (session === undefined || session === 'over') return undefined;
  const { person_id: personId, session_id: only } = session;
  const ended = await endStaffSessions(tx, personId, { reason: 'signed_out', now, only });
  return ended > 0 ? { byOpenId: session.by_openid } : undefined;
}
