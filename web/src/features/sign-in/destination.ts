import { returnPath } from '#parts/return-path.ts';

const OWN_PATH = /^\/(?![/\\])/;
/** Pages that would lead back here or out. */
const ENTRANCE = /^\/(?:login|logout|auth)(?:[/?#]|$)/;

/**
 * Where to go after signing in, below /lk: the page one was going to, else home. The server names it with `/lk` in front
 * (`?return=/lk/payment/i`), the client without; another site is never named.
 */
export function destination(search: string): string {
  const path = returnPath(search).replace(/^\/lk(?=\/|$)/, '');
  return OWN_PATH.test(path) && !ENTRANCE.test(path) ? path : '/';
}
