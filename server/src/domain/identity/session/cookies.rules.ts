import { DEVICE_LIFE, secondsUntil, type GuestPass, type Pass, type RefreshSecret } from './session.rules.ts';

// ilkat is read by the page, which sends it back as a bearer token (specification, 4): short, and never a credential by
// itself. The refresh secret is out of every script's reach and goes to the auth path only. The device's
// secret goes to the sign-in call only: it opens nothing, it tells a browser of the owner from strangers.

const ACCESS = 'ilkat';
/** `__Host-` would demand Path=/, and then the secret would travel with every request. */
export const REFRESH = '__Secure-kabinet';
/**
 * Says that this browser has signed in, nothing else: it opens nothing. The pages under `/lk/` are chosen by it, because the
 * refresh secret does not reach them and the access token is gone after minutes. `Lax`: a link in a letter brings it along.
 */
const SIGNED_IN = '__Secure-signed-in';
const ACCESS_PLACE = 'Path=/lk/; Secure; SameSite=Strict';
const REFRESH_PLACE = 'Path=/lk/auth; HttpOnly; Secure; SameSite=Strict';
const SIGNED_IN_PLACE = 'Path=/lk/; HttpOnly; Secure; SameSite=Lax';

const DEVICE = '__Secure-kabinet-device';
const DEVICE_PLACE = 'Path=/api/v2/auth/token; HttpOnly; Secure; SameSite=Strict';

/** The access token, for as long as it lives. */
export const accessCookie = ({ accessToken, accessUntil }: GuestPass, now: Date): string =>
  `${ACCESS}=${accessToken}; Max-Age=${secondsUntil(accessUntil, now)}; ${ACCESS_PLACE}`;

/** The access token; the refresh secret and the sign of a sign-in to the end of the session. */
export function passCookies(pass: Pass, now: Date): string[] {
  const life = `Max-Age=${secondsUntil(pass.sessionUntil, now)}`;
  return [
    accessCookie(pass, now),
    `${REFRESH}=${pass.refresh.sessionId}.${pass.refresh.secret}; ${life}; ${REFRESH_PLACE}`,
    `${SIGNED_IN}=1; ${life}; ${SIGNED_IN_PLACE}`,
  ];
}

/** What makes a browser forget them. */
export const CLEARED_COOKIES: readonly string[] = [
  `${ACCESS}=; Max-Age=0; ${ACCESS_PLACE}`,
  `${REFRESH}=; Max-Age=0; ${REFRESH_PLACE}`,
  `${SIGNED_IN}=; Max-Age=0; ${SIGNED_IN_PLACE}`,
];

/** Whether the browser of this `Cookie` header has signed in, as far as it knows: the session may be over by now. */
export const hasSignedIn = (header: string | undefined): boolean =>
  header?.split('; ').includes(`${SIGNED_IN}=1`) ?? false;

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
