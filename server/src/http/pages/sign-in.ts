import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { returnPath } from '@kabinet/contract/kernel/pages/return-path';
import {
  CLEARED_COOKIES,
  hasSignedIn,
  passCookies,
  readRefresh,
  REFRESH,
  signedInCookie,
} from '#server/domain/identity/session/cookies.rules.ts';
import { whence } from '#server/domain/identity/session/origin.rules.ts';
import { endOverdue } from '#server/domain/identity/sharing/overdue.ts';
import { renewSession, signOut } from '#server/domain/identity/session/session.ts';
import { tokenReply } from '#server/domain/identity/session/session.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { inTurn } from '#server/kernel/call/run-call.ts';
import type { Portal } from '#server/kernel/world.ts';
import { factsOf } from '../api/api.ts';
import { loginPath } from './entrance.ts';
import { openScope } from '../api/scope.ts';

/**
 * Serves sign-in and sign-out under `/lk/`. Only these addresses get the refresh cookie, so `/lk/logout` redirects
 * below the auth path to sign out. No code here reads `ilkat`.
 */
export function registerSignIn(app: FastifyInstance, portal: Portal): void {
  openScope(app, 'sign-in', async (scope) => {
    await scope.register(cookie);
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))));
    });
    scope.addHook('onRequest', (_, reply, done) => {
      reply.header('cache-control', 'no-store');
      done();
    });

    scope.get('/lk/auth', (request, reply) => {
      return reply.redirect(loginPath(returnPath((request.query as { return?: unknown }).return)));
    });
    scope.post('/lk/auth', (request, reply) => renew(portal, request, reply));

    scope.route({
      method: ['GET', 'POST'],
      url: '/lk/logout',
      handler: (request, reply) =>
        isForeign(portal, request) ? reply.redirect('/lk/', 303) : reply.redirect('/lk/auth/logout', 307),
    });
    scope.route({
      method: ['GET', 'POST'],
      url: '/lk/auth/logout',
      handler: (request, reply) => leave(portal, request, reply),
    });
  });
}

/**
 * Issues the next access token. Refuses a foreign page, or a request without a live session; then it changes no cookie.
 */
async function renew(portal: Portal, request: FastifyRequest, reply: FastifyReply) {
  const { world } = portal;
  if (whence(factsOf(request), world.publicUrl) !== 'own') throw new Problem('forbidden_origin');
  if (!isRefreshAsked(request)) {
    const error = { path: 'body.forceRefresh', message: 'Для нового токена отправьте forceRefresh=1' };
    throw new Problem('bad_input', { errors: [error] });
  }
  const now = world.clock.now();
  const presented = readRefresh(request.cookies[REFRESH]);
  const pass = presented
    ? await inTurn(portal, `session ${presented.sessionId}`, () =>
        world.db.write(async (tx) => {
          const at = { now, zone: world.provider.time_zone };
          // A session whose access is over goes on with its own contract.
          await endOverdue(tx, { sessionId: presented.sessionId }, at);
          return renewSession(tx, presented, at);
        }),
      )
    : 'unauthorized';
  if (typeof pass === 'string') throw new Problem(pass);
  const mark = hasSignedIn(request.headers.cookie) ? [] : [signedInCookie(pass, now)];
  return reply.header('set-cookie', [...passCookies(pass, now), ...mark]).send(tokenReply(pass, now));
}

/** Signs out and clears everything kept in this browser. A link on a foreign page does not sign out. */
async function leave(portal: Portal, request: FastifyRequest, reply: FastifyReply) {
  if (isForeign(portal, request)) return reply.redirect('/lk/', 303);
  const { db, clock } = portal.world;
  const presented = readRefresh(request.cookies[REFRESH]);
  if (presented) await db.write((tx) => signOut(tx, presented, clock.now()));
  return reply
    .header('set-cookie', CLEARED_COOKIES)
    .header('clear-site-data', '"storage"')
    .redirect('/lk/login?why=signed_out', 303);
}

const isForeign = ({ world }: Portal, request: FastifyRequest) =>
  whence(factsOf(request), world.publicUrl) === 'foreign';

const isRefreshAsked = ({ body }: FastifyRequest) =>
  typeof body === 'object' && body !== null && 'forceRefresh' in body && String(body.forceRefresh) === '1';
