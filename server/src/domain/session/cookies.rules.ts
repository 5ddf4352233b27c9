import { DEVICE_LIFE, secondsUntil, type GuestPass, type Pass, type RefreshSecret } from './session.rules.ts';

// ilkat is read by the page, which sends it back as a bearer token (specification, 4): short, and never a credential by
// itself. The refresh secret is out of every script's reach and goes to the auth path only. The device's
// secret goes to the sign-in call only: it opens nothing, it tells a browser of the owner from strangers.

const ACCESS = 'ilkat';
/** `__Host-` would demand Path=/, and then the secret would travel with every request. */
export const REFRESH = '__Secure-kabinet';
const ACCESS_PLACE = 'Path=/lk/; Secure; SameSite=Strict';
const REFRESH_PLACE = 'Path=/lk/auth; HttpOnly; Secure; SameSite=Strict';

const DEVICE = '__Secure-kabinet-device';
const DEVICE_PLACE = 'Path=/api/v2/auth/token; HttpOnly; Secure; SameSite=Strict';

/** The access token, for as long as it lives. */
export const accessCookie = ({ accessToken, accessUntil }: GuestPass, now: Date): string =>
  `${ACCESS}=${accessToken}; Max-Age=${secondsUntil(accessUntil, now)}; ${ACCESS_PLACE}`;

/** The access token, and the refresh secret to the end of the session. */
export const passCookies = (pass: Pass, now: Date): string[] => [
  accessCookie(pass, now),
  `${REFRESH}=${pass.refresh.sessionId}.${pass.refresh.secret}; Max-Age=${secondsUntil(pass.sessionUntil, now)}; ${REFRESH_PLACE}`,
];

/** What makes a browser forget both. */
export const CLEARED_COOKIES: readonly string[] = [
  `${ACCESS}=; Max-Age=0; ${ACCESS_PLACE}`,
  `${REFRESH}=; Max-Age=0; ${REFRESH_PLACE}`,
];

/** The value of the refresh cookie taken apart; nothing for one that this server never wrote. */
export function readRefresh(value: string | undefined): RefreshSecret | undefined {
  const [, sessionId, secret] = /^([\w-]{22})\.([\w-]{43})$/.exec(value ?? '') ?? [];
  return sessionId === undefined || secret === undefined ? undefined : { sessionId, secret };
}

/** The secret of a device, for as long as the device stays known without a sign-in. */
export const deviceCookie = (secret: string): string =>
  `${DEVICE}=${secret}; Max-Age=${DEVICE_LIFE / 1000}; ${DEVICE_PLACE}`;

/** The device's secret in a `Cookie` header; nothing for one that this server never wrote. */
export const readDevice = (header: string | undefined): string | undefined => DEVICE_IN_HEADER.exec(header ?? '')?.[1];

const DEVICE_IN_HEADER = new RegExp(`(?:^|; *)${DEVICE}=([\\w-]{43})(?:;|$)`);
