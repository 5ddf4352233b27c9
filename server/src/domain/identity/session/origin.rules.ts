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
