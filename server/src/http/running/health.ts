import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/db/database.ts';

/**
 * `/livez`: the process answers. `/readyz`: it accepts work; 503 only while it stops or has no database, never
 * because it is busy.
 */
export function registerHealth(app: FastifyInstance, db: Database, isStopping: () => boolean): void {
  app.get('/livez', () => ({ status: 'ok' }));
  app.get('/readyz', async (_, reply) => {
    const ready = !isStopping() && (await db.answers());
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable' });
  });
}
