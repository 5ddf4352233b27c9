import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isPage } from '@kabinet/contract/kernel/pages/pages';
import { returnPath } from '@kabinet/contract/kernel/pages/return-path';
import { hasSignedIn } from '#server/domain/identity/session/cookies.rules.ts';

/** Pages of the cabinet that a guest may see, and the welcome link, which first clears the data kept in the browser. */
const FOR_ANYBODY = /^\/lk\/(?:support\/|welcome(?:[/?]|$)|[a-z][a-z\d]*-online(?:[/?]|$))/;

/** Whether nothing is at this address of a page: anybody gets the 404 page there. */
export const isNowhere = (url: string, product: string): boolean =>
  !isPage(url.replace(/[?#].*$/s, '').slice('/lk'.length), product);

/** The address of the sign-in page that leads back to a path below `/lk`. */
export const loginPath = (back: string | undefined): string =>
  back === undefined || back === '/' ? '/lk/login' : `/lk/login?return=${encodeURIComponent(`/lk${back}`)}`;

/** Where to redirect a page request of this browser; undefined if it stays. */
function elsewhere({ routeOptions, url, query, headers }: FastifyRequest, product: string): string | undefined {
  const isIn = hasSignedIn(headers.cookie);
  if (routeOptions.url === '/lk/*') {
    return isIn || FOR_ANYBODY.test(url) || isNowhere(url, product) ? undefined : loginPath(returnPath(url));
  }
  const { why, return: back } = query as { why?: unknown; return?: unknown };
  // A `why` means that the cabinet has found the session over and sent the browser here.
  return isIn && why === undefined ? cabinetPath(returnPath(back) ?? '/') : undefined;
}

/** A path below `/lk`, encoded for a header: letters beyond ASCII are escaped. */
function cabinetPath(below: string): string {
  const { pathname, search, hash } = new URL(`/lk${below}`, 'http://portal.invalid');
  return pathname + search + hash;
}

/**
 * Redirects a browser that has never signed in from the cabinet to the sign-in page, before it loads the cabinet; and
 * one that has, from the sign-in page to the cabinet.
 */
export function registerEntrance(app: FastifyInstance, product: string): void {
  app.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done) => {
    const { url } = request.routeOptions;
    const target = url === '/lk/*' || url === '/lk/login' ? elsewhere(request, product) : undefined;
    if (target === undefined) done();
    else void reply.header('cache-control', 'no-store').redirect(target);
  });
}
