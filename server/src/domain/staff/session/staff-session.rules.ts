const MINUTE = 60_000;

/** A session of the staff is a shift at the longest. Milliseconds. */
export const STAFF_SESSION_LIFE = 12 * 60 * MINUTE;
/** Minutes without a request after which it is over. */
export const STAFF_IDLE_MINUTES = 30;
/** Its use is noted at most so often. Milliseconds. */
export const STAFF_NOTED_EACH = MINUTE;

/** Why a session of the staff is over, as in the table. */
export type StaffEndReason = 'signed_out' | 'ended' | 'blocked' | 'roles_changed' | 'password_changed';

interface StaffSessionTimes {
  readonly last_used_at: string;
  readonly expires_at: string;
}

/** Whether a session that nobody has ended is over by time. */
export const isOver = ({ last_used_at, expires_at }: StaffSessionTimes, now: Date): boolean =>
  now.getTime() >= Date.parse(expires_at) || now.getTime() >= Date.parse(last_used_at) + STAFF_IDLE_MINUTES * MINUTE;

// `__Host-` binds the cookie to this host and all of its paths; no other page of the portal, nor a script, can read or set it.
const STAFF_COOKIE = '__Host-kabinet-staff';
const PLACE = 'Path=/; HttpOnly; Secure; SameSite=Strict';

export const staffCookie = (token: string): string =>
  `${STAFF_COOKIE}=${token}; Max-Age=${STAFF_SESSION_LIFE / 1000}; ${PLACE}`;
export const CLEARED_STAFF_COOKIE = `${STAFF_COOKIE}=; Max-Age=0; ${PLACE}`;

const IN_HEADER = new RegExp(`(?:^|; *)${STAFF_COOKIE}=([\\w-]{43})(?:;|$)`);

/** The token in a `Cookie` header; undefined for a value that this server never wrote. */
export const readStaffCookie = (header: string | undefined): string | undefined => IN_HEADER.exec(header ?? '')?.[1];
