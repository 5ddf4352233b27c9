import type { FastifyInstance } from 'fastify';
import { acceptFact } from '#domain/payment/settle.ts';
import { Problem } from '#kernel/problem.ts';
import type { Portal } from '#kernel/world.ts';
import { registerSandboxBank } from './sandbox-bank.ts';

const LARGEST_NOTIFICATION = 64 * 1024;

/** Where the acquirer tells of payments. It is answered 200 once its word is stored; crediting follows in a job. */
export function registerGateway(app: FastifyInstance, portal: Portal): void {
  const { db, clock, outside } = portal.world;
  registerSandboxBank(app, portal);
  void app.register((gateway, _, done) => {
    // The signature covers the very bytes, so nobody parses them before it is checked.
    gateway.removeAllContentTypeParsers();
    gateway.addContentTypeParser('*', { parseAs: 'string', bodyLimit: LARGEST_NOTIFICATION }, (_, body, parsed) =>
      parsed(null, body),
    );
    gateway.post<{ Body: string | undefined }>(`/gateway/${outside.acquirer.name}`, async (request, reply) => {
      const body = request.body ?? '';
      const fact = outside.acquirer.readNotification(body, singleHeaders(request.headers));
      if (!fact) throw new Problem('forbidden_origin', { message: 'Подпись уведомления не подошла' });
      await db.write((tx) => acceptFact(tx, { acquirer: outside.acquirer.name, fact, body, now: clock.now() }));
      return reply.header('cache-control', 'no-store').send({ status: 'accepted' });
    });
    done();
  });
}

const singleHeaders = (headers: NodeJS.Dict<string | string[]>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]));
