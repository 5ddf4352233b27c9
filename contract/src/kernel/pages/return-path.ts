/** Characters that browsers rewrite or drop in a URL: backslashes, control characters, spaces. */
const TRICKY = /[\\\u0000-\u0020\u007f]/;
/** A segment that is empty, or goes up: `//evil`, `/../evil`. */
const WANDERING = /\/(?:\.{0,2})(?=\/)|\/\.{1,2}$/;
/** Pages that redirect to the sign-in or sign out. */
const ENTRANCE = /^\/(?:login|logout|auth)(?:\/|$)/;

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/**
 * The page to return to after sign-in, relative to `/lk`: `/payment/i?tab=x`. The input may have the `/lk` prefix or not.
 * Undefined for anything but a page of the cabinet; in particular for another site, however it is written.
 */
export function returnPath(wanted: unknown): string | undefined {
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || TRICKY.test(wanted)) return undefined;
  const below = wanted.replace(/^\/lk(?=[/?#]|$)/, '').replace(/^(?!\/)/, '/');
  const path = decoded(/^[^?#]*/.exec(below)?.[0] ?? '');
  const isPage = path !== undefined && ![TRICKY, WANDERING, ENTRANCE].some((wrong) => wrong.test(path));
  return isPage ? below : undefined;
}
