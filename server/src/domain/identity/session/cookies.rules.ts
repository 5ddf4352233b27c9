import {
  DEVICE_LIFE,
  secondsUntil,
  type GuestPass,
  type NewPass,
  type SessionPass,
  type RefreshSecret,
} from './session.rules.ts';

// The page reads ilkat and sends it as a bearer token (specification, 4): it is short-lived, and never a credential by
// itself. Scripts cannot read the refresh secret, which is sent to the auth path only. The device
// secret is sent with the calls of sign-in and recovery only: it grants nothing, it tells the owner's browser from strangers'.

const ACCESS = 'ilkat';
/** `__Host-` would require Path=/, and then every request would send the secret. */
export const REFRESH = '__Secure-kabinet';
/**
 * Says that this browser has signed in, and selects the page under `/lk/`: the refresh secret is not sent there, and the
 * access token expires in minutes. Its value is the page secret, with which the server renders a screen into the
 * page; no call accepts it (decision 111). `Lax`, so that a link in a letter sends it.
 */
const SIGNED_IN = '__Secure-signed-in';
/**
 * Tells the page which session this is, and grants nothing. The page shows data stored in the browser only to the session that
 * stored them, also without a network, when the server cannot be asked.
 */
const MARK = 'kabinet-session';
const ACCESS_PLACE = 'Path=/lk/; Secure; SameSite=Strict';
const REFRESH_PLACE = 'Path=/lk/auth; HttpOnly; Secure; SameSite=Strict';
const SIGNED_IN_PLACE = 'Path=/lk/; HttpOnly; Secure; SameSite=Lax';

const DEVICE = '__Secure-kabinet-device';
/** The calls that get it. A cookie has one path, so there is one for each. */
const DEVICE_PLACES = ['/api/v2/auth/token', '/api/v2/recovery'].map(
  (path) => `Path=${path}; HttpOnly; Secure; SameSite=Strict`,
);

/** Sets the access token until it expires. */
export const accessCookie = ({ accessToken, accessUntil }: GuestPass, now: Date): string =>
  `${ACCESS}=${accessToken}; Max-Age=${secondsUntil(accessUntil, now)}; ${ACCESS_PLACE}`;

/** Sets the access token, and the refresh secret until the session ends. */
export function passCookies(pass: SessionPass, now: Date): string[] {
  const life = `Max-Age=${secondsUntil(pass.sessionUntil, now)}`;
  return [
    accessCookie(pass, now),
    `${REFRESH}=${pass.refresh.sessionId}.${pass.refresh.secret}; ${life}; ${REFRESH_PLACE}`,
    `${MARK}=${markOf(pass.refresh.sessionId)}; ${life}; ${ACCESS_PLACE}`,
  ];
}

/** The mark of a session, constant during its life: enough of its id to tell two sessions apart, too little to name it. */
const markOf = (sessionId: string): string => sessionId.slice(0, 8);

/** Sets all cookies of a new session. The page secret lives as long as the session, which a renewal never prolongs. */
export const sessionCookies = (pass: NewPass, now: Date): string[] => [
  ...passCookies(pass, now),
  `${SIGNED_IN}=${pass.pageSecret}; Max-Age=${secondsUntil(pass.sessionUntil, now)}; ${SIGNED_IN_PLACE}`,
];

/** Restores the mark in a browser that has lost it or signed in before marks existed; without a page secret. */
export const signedInCookie = (pass: SessionPass, now: Date): string =>
  `${SIGNED_IN}=1; Max-Age=${secondsUntil(pass.sessionUntil, now)}; ${SIGNED_IN_PLACE}`;

/** Clears all of them in the browser. */
export const CLEARED_COOKIES: readonly string[] = [
  `${ACCESS}=; Max-Age=0; ${ACCESS_PLACE}`,
  `${REFRESH}=; Max-Age=0; ${REFRESH_PLACE}`,
  `${SIGNED_IN}=; Max-Age=0; ${SIGNED_IN_PLACE}`,
  `${MARK}=; Max-Age=0; ${ACCESS_PLACE}`,
];

/** Whether the `Cookie` header says that this browser has signed in; the session may be over by now. */
export const hasSignedIn = (header: string | undefined): boolean => SIGNED_IN_IN_HEADER.test(header ?? '');

/** Reads the page secret from a `Cookie` header; undefined for a session that began before there was one. */
export const readPageSecret = (header: string | undefined): string | undefined =>
  PAGE_SECRET_IN_HEADER.exec(header ?? '')?.[1];

const SIGNED_IN_IN_HEADER = new RegExp(`(?:^|; *)${SIGNED_IN}=(?:1|[\\w-]{43})(?:;|$)`);
const PAGE_SECRET_IN_HEADER = new RegExp(`(?:^|; *)${SIGNED_IN}=([\\w-]{43})(?:;|$)`);

/** Parses the refresh cookie; undefined for a value that this server never wrote. */
export function readRefresh(value: string | undefined): RefreshSecret | undefined {
  const [, sessionId, secret] = /^([\w-]{22})\.([\w-]{43})$/.exec(value ?? '') ?? [];
  return sessionId === undefined || secret === undefined ? undefined : { sessionId, secret };
}

/** Sets the secret of a device for as long as the device stays known without a sign-in. */
export const deviceCookies = (secret: string): string[] =>
  DEVICE_PLACES.map((place) => `${DEVICE}=${secret}; Max-Age=${DEVICE_LIFE / 1000}; ${place}`);

/** Reads the device secret from a `Cookie` header; undefined for a value that this server never wrote. */
export const readDevice = (header: string | undefined): string | undefined => DEVICE_IN_HEADER.exec(header ?? '')?.[1];

const DEVICE_IN_HEADER = new RegExp(`(?:^|; *)${DEVICE}=([\\w-]{43})(?:;|$)`);
