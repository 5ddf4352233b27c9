import type { FastifyInstance } from 'fastify';

/** How far a process that ends has got. `leaving`: requests should go to others now; those that come are still served. */
export type DrainStage = 'none' | 'unready' | 'leaving';

/** Sent by a balancer that repeats a read elsewhere when it gets `TURNED_AWAY` (deploy/web/nginx.conf). */
const TRIES_NEXT = 'tries-next';
/** A status that no reply of ours has otherwise: a balancer must not take an overloaded process for one that ends. */
const TURNED_AWAY = 502;
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);
const HEALTH: ReadonlySet<string> = new Set(['/livez', '/readyz']);

/**
 * While the process ends, no connection is kept after its reply, so nobody sends a request into one that closes. A read is
 * turned away, untouched, if its balancer tries the next process: that tells the balancer, before the port closes. A change
 * is always carried out, because a balancer cannot repeat it.
 */
export function registerDraining(app: FastifyInstance, drain: () => DrainStage): void {
  app.addHook('onRequest', async ({ method, url, headers }, reply) => {
    const state = drain();
    if (state === 'none') return;
    reply.header('connection', 'close');
    const isTurnedAway = state === 'leaving' && READS.has(method) && headers['x-balancer'] === TRIES_NEXT;
    if (isTurnedAway && !HEALTH.has(url)) return reply.code(TURNED_AWAY).send();
  });
}
