/** The browser's headers about where a request came from. */
export interface RequestOrigin {
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
}

/** `own`: a page of the portal. `foreign`: a page of another site. `unknown`: no browser, or an old one. */
export function whence({ origin, fetchSite }: RequestOrigin, publicUrl: string): 'own' | 'foreign' | 'unknown' {
  if (fetchSite === 'same-origin') return 'own';
  // `none` is a typed address or a bookmark: the visitor's own action, but not from a page of the portal.
  if (fetchSite !== undefined && fetchSite !== 'none') return 'foreign';
  if (origin === undefined) return 'unknown';
  return origin === new URL(publicUrl).origin ? 'own' : 'foreign';
}
