import type { FastifyInstance } from 'fastify';
import { noteSubscription } from '#server/domain/payments/autopayment/subscription.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { urgently } from '#server/kernel/call/urgent.ts';
import type { Portal } from '#server/kernel/world.ts';
import { registerSandboxSubscriptions } from '../sandbox/subscription.ts';
import { openScope } from '../api/scope.ts';

const LARGEST_NOTIFICATION = 64 * 1024;

/**
 * Receives the bank's notifications that a client has bound or unbound an account. It replies once the notification is
 * stored.
 */
export function registerSubscriptionGateway(app: FastifyInstance, portal: Portal): void {
  const { db, clock, outside, provider } = portal.world;
  const bank = outside.subscriptions;
  if (!bank) return;
  registerSandboxSubscriptions(app, portal);
  openScope(app, 'subscription-gateway', (gateway) => {
    // The signature covers the raw bytes, so the body is not parsed before the check.
    gateway.removeAllContentTypeParsers();
    gateway.addContentTypeParser('*', { parseAs: 'string', bodyLimit: LARGEST_NOTIFICATION }, (_, body, parsed) =>
      parsed(null, body),
    );
    gateway.post<{ Body: string | undefined }>(`/gateway/${bank.acquirer}/subscription`, async (request, reply) => {
      const fact = bank.readNotification(request.body ?? '', singleHeaders(request.headers));
      if (!fact) throw new Problem('forbidden_origin', { message: 'Уведомление не от банка' });
      const at = { now: clock.now(), zone: provider.time_zone };
      await urgently(db).write((tx) => noteSubscription(tx, bank.acquirer, fact, at));
      return reply.header('cache-control', 'no-store').type('text/plain').send('OK');
    });
  });
}

const singleHeaders = (headers: NodeJS.Dict<string | string[]>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]));
