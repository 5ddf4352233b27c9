/** What a browser reads otherwise than it is written: backslashes, control signs, spaces. */
const TRICKY = /[\\\u0000-\u0020\u007f]/;
/** A part that is empty, or leads up: `//evil`, `/../evil`. */
const WANDERING = /\/(?:\.{0,2})(?=\/)|\/\.{1,2}$/;
/** Pages that would lead back to the sign-in, or out. */
const ENTRANCE = /^\/(?:login|logout|auth)(?:\/|$)/;

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/**
 * The page to come back to after signing in, below `/lk`: `/payment/i?tab=x`. It may be wanted with `/lk` in front or without.
 * Undefined for whatever is no page of the cabinet: another site is never named, however it is written.
 */
export function returnPath(wanted: unknown): string | undefined {
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || TRICKY.test(wanted)) return undefined;
  const below = wanted.replace(/^\/lk(?=[/?#]|$)/, '').replace(/^(?!\/)/, '/');
  const path = decoded(/^[^?#]*/.exec(below)?.[0] ?? '');
  const isPage = path !== undefined && ![TRICKY, WANDERING, ENTRANCE].some((wrong) => wrong.test(path));
  return isPage ? below : undefined;
}
