import type { FastifyInstance } from 'fastify';
import type { Database } from '#db/database.ts';

/** `/livez`: the process answers. `/readyz`: it may be given work; 503 while it stops or has no database, however busy it is. */
export function registerHealth(app: FastifyInstance, db: Database, isStopping: () => boolean): void {
  app.get('/livez', () => ({ status: 'ok' }));
  app.get('/readyz', async (_, reply) => {
    const ready = !isStopping() && (await db.answers());
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable' });
  });
}
