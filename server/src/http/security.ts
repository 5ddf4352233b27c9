import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networksOf } from '#domain/session/address.rules.ts';
import { Problem } from '#kernel/problem.ts';
import type { Portal } from '#kernel/world.ts';
import { clientAddress } from './api.ts';

const POLICY: Readonly<Record<string, string>> = {
  'default-src': "'self'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': 'default dompurify',
};

/** The content security policy of the portal; a page that is built otherwise sets its own over it. */
export const contentPolicy = (changes: Readonly<Record<string, string>> = {}): string =>
  Object.entries({ ...POLICY, ...changes })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');

const HEADERS = {
  'content-security-policy': contentPolicy(),
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
};

/** Requests of one client in ten seconds; four times as many in a minute. */
const BURST = 50;
/** Behind one address many subscribers may sit: with tokens they may ask this many times as much together. */
const CLIENTS_OF_AN_ADDRESS = 6;

/** Gives the same portal, in which each subscriber has a limit of his own. */
export type LimitClients = (portal: Portal) => Portal;

/**
 * Headers of every answer and the limits of R-22, kept in this process alone: they guard it from one greedy
 * client and need no exactness. Without a token the address is counted, with one the contract, once it is known.
 */
export function registerSecurity(app: FastifyInstance, { burst = BURST }: { readonly burst?: number }): LimitClients {
  const count = countIn(app, [
    { seconds: 10, most: burst },
    { seconds: 60, most: burst * 4 },
  ]);
  app.addHook('onRequest', (request, reply, done) => {
    addHeaders(request, reply);
    if (isLimited(request)) {
      const hasToken = request.headers.authorization !== undefined;
      count(
        `${hasToken ? 'many' : 'one'} ${networksOf(clientAddress(request))[0]?.name ?? ''}`,
        hasToken ? CLIENTS_OF_AN_ADDRESS : 1,
      );
    }
    done();
  });
  return (portal) => ({
    ...portal,
    admit: ({ contractId }) => {
      if (contractId !== undefined) count(`contract ${contractId}`, 1);
    },
  });
}

const addHeaders = (request: FastifyRequest, reply: FastifyReply) =>
  reply.headers({ ...HEADERS, 'x-request-id': request.id });

/** Everything that costs work. Files of the browser part are cheap, and banks notify us as often as people pay. */
const isLimited = ({ url, routeOptions }: FastifyRequest): boolean =>
  /^\/(?:api|lk\/auth|lk\/document|sandbox)(?:[/?]|$)/.test(routeOptions.url ?? url);

interface Window {
  readonly seconds: number;
  readonly most: number;
}

/** Counts hits by key and refuses those beyond `most` × `share` in any window. */
function countIn(app: FastifyInstance, windows: readonly Window[]): (key: string, share: number) => void {
  const counters = windows.map((window) => {
    const hits = new Map<string, number>();
    const timer = setInterval(() => {
      hits.clear();
    }, window.seconds * 1000);
    timer.unref();
    app.addHook('onClose', (_, done) => {
      clearInterval(timer);
      done();
    });
    return { ...window, hits };
  });
  return (key, share) => {
    for (const { hits, most, seconds } of counters) {
      const now = (hits.get(key) ?? 0) + 1;
      hits.set(key, now);
      if (now > most * share) throw new Problem('too_many_requests', { retryAfter: seconds });
    }
  };
}
