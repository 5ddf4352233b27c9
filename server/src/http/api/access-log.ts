import type { FastifyInstance } from 'fastify';
import { routeOf } from './api.ts';

const LOGGED = /^\/(?:api\/|gateway\/|lk\/auth|lk\/document)/;

/**
 * Logs one line per API request: the call, the result, the duration. It holds no addresses and no ids of people.
 */
export function registerAccessLog(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request);
    if (route !== undefined && LOGGED.test(route)) {
      request.log.info(
        { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
        'request',
      );
    }
    done();
  });
}
