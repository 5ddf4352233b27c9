import type { FastifyInstance } from 'fastify';
import { acceptFact } from '#server/domain/payments/settlement/settle.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { urgently } from '#server/kernel/call/urgent.ts';
import type { Portal } from '#server/kernel/world.ts';
import { registerSandboxBank } from '../sandbox/bank.ts';
import { registerSubscriptionGateway } from './subscription.ts';
import { openScope } from '../api/scope.ts';

const LARGEST_NOTIFICATION = 64 * 1024;

/**
 * Receives the acquirer's notifications of payments. It replies once the notification is stored; a job credits the
 * payment later. T-Bank requires `OK` and 200, for the others 200 is enough.
 */
export function registerGateway(app: FastifyInstance, portal: Portal): void {
  const { db, clock, outside } = portal.world;
  registerSandboxBank(app, portal);
  registerSubscriptionGateway(app, portal);
  openScope(app, 'gateway', (gateway) => {
    // The signature covers the raw bytes, so the body is not parsed before the check.
    gateway.removeAllContentTypeParsers();
    gateway.addContentTypeParser('*', { parseAs: 'string', bodyLimit: LARGEST_NOTIFICATION }, (_, body, parsed) =>
      parsed(null, body),
    );
    gateway.post<{ Body: string | undefined }>(`/gateway/${outside.acquirer.name}`, async (request, reply) => {
      const body = request.body ?? '';
      const headers = singleHeaders(request.headers);
      const fact = await outside.acquirer.readNotification({ body, headers, ip: request.ip });
      if (!fact) throw new Problem('forbidden_origin', { message: 'Уведомление не от банка' });
      const told = { acquirer: outside.acquirer.name, fact, body, source: 'told', now: clock.now() } as const;
      await urgently(db).write((tx) => acceptFact(tx, told));
      return reply.header('cache-control', 'no-store').type('text/plain').send('OK');
    });
  });
}

const singleHeaders = (headers: NodeJS.Dict<string | string[]>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]));
