import type { ProblemCode } from '@kabinet/contract/kernel/problem';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** How long an access token opens the API. Milliseconds. */
export const ACCESS_LIFE = 10 * MINUTE;
/** A guest fills one form in with one token and has no way to renew it. Milliseconds. */
export const GUEST_LIFE = 30 * MINUTE;
/** After this long a session is over, however busy it was. Milliseconds. */
export const SESSION_LIFE = 30 * DAY;
/** A session nobody uses for this long is over. Milliseconds. */
export const IDLE_LIFE = 7 * DAY;
/** A browser in which nobody signs in for this long is no longer known. Milliseconds. */
export const DEVICE_LIFE = 365 * DAY;
/** Tabs of one browser that renew at once get one pair of tokens within this time. Milliseconds. */
export const GRACE = 10 * SECOND;

/** What is known of a session when its secret is presented; moments as ISO 8601. */
export interface SessionTimes {
  readonly rotated_at: string;
  readonly last_used_at: string;
  readonly expires_at: string;
  readonly ended_at: string | null;
}

/** What the refresh cookie holds. */
export interface RefreshSecret {
  readonly sessionId: string;
  readonly secret: string;
}

/** A guest's token: it opens the forms, and nothing renews it. */
export interface GuestPass {
  readonly accessToken: string;
  readonly accessUntil: Date;
}

/** What a signed-in browser is given: a token for the API, a secret for the next one. */
export interface Pass extends GuestPass {
  readonly refresh: RefreshSecret;
  readonly sessionUntil: Date;
}

/** Which of the session's secrets was presented. */
export type PresentedSecret = 'current' | 'previous' | 'other';
export type Verdict = 'rotate' | 'repeat' | 'stolen' | 'over';

/** Why a session is over, as the table `session` has it. */
export type EndReason = 'signed_out' | 'ended_by_client' | 'reused_secret' | 'password_changed';

/** What whoever holds a secret of a session that is over is told of its end. */
const OVER: Record<EndReason, ProblemCode> = {
  signed_out: 'session_signed_out',
  ended_by_client: 'session_ended',
  reused_secret: 'session_stolen',
  password_changed: 'session_password_changed',
};

/** A stranger, who has no secret of the session, is told nothing of it. */
export function overCode(endReason: EndReason | null, presented: PresentedSecret): ProblemCode {
  if (presented === 'other') return 'unauthorized';
  return endReason === null ? 'session_expired' : OVER[endReason];
}

export const isAlive = (session: SessionTimes, now: Date): boolean =>
  session.ended_at === null &&
  now.getTime() < Date.parse(session.expires_at) &&
  now.getTime() < Date.parse(session.last_used_at) + IDLE_LIFE;

/**
 * What becomes of a session whose secret is presented. The immediate predecessor may be repeated within the grace
 * time, since a reply may be lost and tabs race; anything older was used before, so somebody else holds it.
 * A secret that was never given is taken for an old one: who names a session without its secret has stolen that, too.
 */
export function judgeSecret(session: SessionTimes, presented: PresentedSecret, now: Date): Verdict {
  if (!isAlive(session, now)) return 'over';
  if (presented === 'current') return 'rotate';
  const isInGrace = now.getTime() <= Date.parse(session.rotated_at) + GRACE;
  return presented === 'previous' && isInGrace ? 'repeat' : 'stolen';
}

/** When an access token given at `from` ends: never after its session. */
export const accessEnd = (from: Date, sessionEnd: Date, life: number): Date =>
  new Date(Math.min(from.getTime() + life, sessionEnd.getTime()));

/** Whole seconds until a moment, as cookies and `expires_in` count; never negative. */
export const secondsUntil = (moment: Date, now: Date): number =>
  Math.max(0, Math.floor((moment.getTime() - now.getTime()) / SECOND));

/** A pass as the answer of a sign-in has it. */
export const tokenReply = ({ accessToken, accessUntil }: GuestPass, now: Date) => ({
  access_token: accessToken,
  token_type: 'Bearer' as const,
  expires_in: secondsUntil(accessUntil, now),
});
