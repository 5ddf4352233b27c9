// Where the subscriber was going when the session ended: /login?return=/payment/i

/** The address of the sign-in page that leads back to `path` (below /lk). */
export const loginPath = (path: string): string =>
  path === '/' ? '/login' : `/login?return=${encodeURIComponent(path)}`;

/** Where to go after signing in: a path of this cabinet, never another site. */
export function returnPath(search: string): string {
  const wanted = new URLSearchParams(search).get('return') ?? '/';
  return /^\/(?![/\\])/.test(wanted) && !wanted.startsWith('/login') ? wanted : '/';
}
