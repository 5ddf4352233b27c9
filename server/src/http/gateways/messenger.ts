import type { FastifyInstance } from 'fastify';
import { takeChatUpdate } from '#server/domain/identity/contacts/messenger.ts';
import type { MessengerName } from '#server/integrations/messenger/port.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Portal } from '#server/kernel/world.ts';
import { openScope } from '../api/scope.ts';

const LARGEST_UPDATE = 64 * 1024;

/** Receives events from chats with our bots. Each messenger authenticates by a secret in a header. */
export function registerMessengerGateway(app: FastifyInstance, { world }: Portal): void {
  const { db, clock, outside, provider } = world;
  openScope(app, 'messenger-gateway', (gateway) => {
    gateway.removeAllContentTypeParsers();
    gateway.addContentTypeParser('*', { parseAs: 'string', bodyLimit: LARGEST_UPDATE }, (_, body, parsed) =>
      parsed(null, body),
    );
    for (const name of Object.keys(outside.messengers) as MessengerName[]) {
      gateway.post<{ Body: string | undefined }>(`/gateway/${name}`, async (request, reply) => {
        const update = outside.messengers[name]?.readUpdate(request.headers, request.body ?? '');
        if (update === undefined) throw new Problem('forbidden_origin', { message: 'Обращение не от мессенджера' });
        const at = { now: clock.now(), zone: provider.time_zone };
        if (update) await db.write((tx) => takeChatUpdate(tx, name, update, at));
        return reply.header('cache-control', 'no-store').type('text/plain').send('OK');
      });
    }
  });
}
