import type { ProblemCode } from '@kabinet/contract/kernel/problem';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** Lifetime of an access token. Milliseconds. */
export const ACCESS_LIFE = 10 * MINUTE;
/** Long enough for a guest to fill in a form; a guest token cannot be renewed. Milliseconds. */
export const GUEST_LIFE = 30 * MINUTE;
/** Maximum lifetime of a session, even if it is used. Milliseconds. */
export const SESSION_LIFE = 30 * DAY;
/** A session without use for this long is over. Milliseconds. */
export const IDLE_LIFE = 7 * DAY;
/** A confirmation that it is the subscriber counts for this long. Milliseconds. */
export const CONFIRMED_FOR = 5 * MINUTE;
/** A browser without a sign-in for this long is no longer known. Milliseconds. */
export const DEVICE_LIFE = 365 * DAY;
/** For so long a browser may sign in by its former secret again, because the reply with the new one was lost. Milliseconds. */
export const REPLY_LOST_FOR = 10 * MINUTE;
/** Tabs of one browser that refresh within this time get the same pair of tokens. Milliseconds. */
export const GRACE = 10 * SECOND;

/** The state of a session when its secret is presented; moments are ISO 8601. */
export interface SessionTimes {
  readonly rotated_at: string;
  readonly last_used_at: string;
  readonly expires_at: string;
  readonly ended_at: string | null;
}

/** The content of the refresh cookie. */
export interface RefreshSecret {
  readonly sessionId: string;
  readonly secret: string;
}

/** A guest's token: it grants access to the forms and cannot be renewed. */
export interface GuestPass {
  readonly accessToken: string;
  readonly accessUntil: Date;
}

/** The tokens of a signed-in browser: one for the API, and a secret to get the next one. */
export interface SessionPass extends GuestPass {
  readonly refresh: RefreshSecret;
  readonly sessionUntil: Date;
}

/** What a browser gets when it signs in. */
export interface NewPass extends SessionPass {
  /** Shows the home screen of this session in its page; grants no call. */
  readonly pageSecret: string;
}

/** Which of the session's secrets was presented. */
export type PresentedSecret = 'current' | 'previous' | 'other';
export type RefreshVerdict = 'rotate' | 'repeat' | 'stolen' | 'over';

/** Why a session is over, as in the table `session`. */
export type EndReason = 'signed_out' | 'ended_by_client' | 'reused_secret' | 'password_changed' | 'access_closed';

/** The problem code for the holder of a secret of an ended session. */
const OVER: Record<EndReason, ProblemCode> = {
  signed_out: 'session_signed_out',
  ended_by_client: 'session_ended',
  reused_secret: 'session_stolen',
  password_changed: 'session_password_changed',
  access_closed: 'session_access_closed',
};

/** A stranger, without a secret of the session, learns nothing about it. */
export function overCode(endReason: EndReason | null, presented: PresentedSecret): ProblemCode {
  if (presented === 'other') return 'unauthorized';
  return endReason === null ? 'session_expired' : OVER[endReason];
}

export const isAlive = (session: SessionTimes, now: Date): boolean =>
  session.ended_at === null &&
  now.getTime() < Date.parse(session.expires_at) &&
  now.getTime() < Date.parse(session.last_used_at) + IDLE_LIFE;

/**
 * Decides about a session whose secret is presented. The previous secret may be repeated within the grace time, because
 * replies get lost and tabs race; an older one was used before, so somebody else holds it. A secret that
 * was never issued counts as an old one: whoever knows a session without its secret has stolen it.
 */
export function judgeSecret(session: SessionTimes, presented: PresentedSecret, now: Date): RefreshVerdict {
  if (!isAlive(session, now)) return 'over';
  if (presented === 'current') return 'rotate';
  const isInGrace = now.getTime() <= Date.parse(session.rotated_at) + GRACE;
  return presented === 'previous' && isInGrace ? 'repeat' : 'stolen';
}

/** When an access token issued at `from` expires: never after its session. */
export const accessEnd = (from: Date, sessionEnd: Date, life: number): Date =>
  new Date(Math.min(from.getTime() + life, sessionEnd.getTime()));

/** Whole seconds until a moment, as in cookies and `expires_in`; never negative. */
export const secondsUntil = (moment: Date, now: Date): number =>
  Math.max(0, Math.floor((moment.getTime() - now.getTime()) / SECOND));

/** The token fields of a sign-in's reply. */
export const tokenReply = ({ accessToken, accessUntil }: GuestPass, now: Date) => ({
  access_token: accessToken,
  token_type: 'Bearer' as const,
  expires_in: secondsUntil(accessUntil, now),
});
