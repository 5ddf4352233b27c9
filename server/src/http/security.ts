import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '#kernel/problem.ts';
import type { AppOptions } from './app.ts';

const HEADERS = {
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default dompurify',
  ].join('; '),
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
};

const WINDOW_MS = 10_000;
const MOST_IN_WINDOW = 300;

/** Headers of every answer, and a soft limit of requests by address. */
export function registerSecurity(app: FastifyInstance, { burst = MOST_IN_WINDOW }: AppOptions): void {
  const hits = new Map<string, number>();
  const forget = setInterval(() => {
    hits.clear();
  }, WINDOW_MS);
  forget.unref();
  app.addHook('onClose', () => {
    clearInterval(forget);
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ ...HEADERS, 'x-request-id': request.id });
    const count = (hits.get(request.ip) ?? 0) + 1;
    hits.set(request.ip, count);
    done(count > burst && isLimited(request) ? new Problem('too_many_requests', { retryAfter: 10 }) : undefined);
  });
}

const isLimited = (request: FastifyRequest) => request.url.startsWith('/api/') || request.url.startsWith('/lk/auth');
