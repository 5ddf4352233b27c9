import type { FastifyInstance } from 'fastify';

const LOGGED = /^\/(?:api\/|gateway\/|lk\/auth|lk\/document)/;

/** One line a request of the API: what, how it ended, how long. Addresses and ids of people are not in it. */
export function registerAccessLog(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url;
    if (route !== undefined && LOGGED.test(route)) {
      request.log.info(
        { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
        'request',
      );
    }
    done();
  });
}
