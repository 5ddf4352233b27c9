/** Where a request came from, as browsers tell it. */
export interface Whence {
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
}

/** `own`: a page of the portal. `foreign`: a page of somebody else. `unknown`: no browser, or an old one. */
export function whence({ origin, fetchSite }: Whence, publicUrl: string): 'own' | 'foreign' | 'unknown' {
  if (fetchSite === 'same-origin') return 'own';
  // `none` is an address typed in, or a bookmark: the visitor's own will, but no page of ours.
  if (fetchSite !== undefined && fetchSite !== 'none') return 'foreign';
  if (origin === undefined) return 'unknown';
  return origin === new URL(publicUrl).origin ? 'own' : 'foreign';
}

const ANY_BASE = 'http://portal.invalid';
const INSIDE = /^\/lk\/(?!(?:auth|logout)(?:[/?#]|$))/;
/** Backslashes and control signs, which browsers read otherwise than servers. */
const TRICKY = /[\\\u0000-\u0020\u007f]/;

/** The page to come back to after signing in: a path under `/lk/` of this very portal, or nothing. */
export function safeReturn(wanted: unknown): string | undefined {
  if (typeof wanted !== 'string' || TRICKY.test(wanted) || !wanted.startsWith('/lk/')) return undefined;
  const url = new URL(wanted, ANY_BASE);
  const path = `${url.pathname}${url.search}${url.hash}`;
  return url.origin === ANY_BASE && INSIDE.test(path) ? path : undefined;
}
