import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { takeChatUpdate } from '#server/domain/identity/contacts/messenger.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Portal } from '#server/kernel/world.ts';
import { isOwnPage } from './bank.ts';
import { botPage, botStartedPage, inboxPage } from './inbox-page.ts';
import { openScope } from '../api/scope.ts';

const HTML = 'text/html; charset=utf-8';

interface OfBot {
  Querystring: { start?: string };
}
interface OfFile {
  Params: { id: string; index: string };
}

/** Serves the messages of the demo and its bot; only if no message is sent for real. */
export function registerSandboxInbox(app: FastifyInstance, { world }: Portal): void {
  const { db, clock, provider, publicUrl, outside } = world;
  const { inbox } = outside;
  if (!inbox) return;
  const ownOrigin = new URL(publicUrl).origin;
  openScope(app, 'sandbox-inbox', (pages) => {
    pages.addContentTypeParser('application/x-www-form-urlencoded', { bodyLimit: 1024 }, (_, payload, parsed) => {
      payload.resume();
      parsed(null, undefined);
    });
    pages.addHook('onRequest', (_, reply, next) => {
      reply.header('cache-control', 'no-store');
      next();
    });
    pages.get('/sandbox/inbox', async (_, reply) => {
      const shown = { zone: provider.time_zone, now: clock.now() };
      return reply.type(HTML).send(inboxPage(await inbox.latest(), shown));
    });
    pages.get<OfFile>('/sandbox/inbox/:id(^\\d{1,15}$)/:index(^\\d{1,3}$)', async ({ params }, reply) => {
      const file = (await inbox.one(Number(params.id)))?.attachments[Number(params.index)];
      if (!file) throw new Problem('not_found');
      return reply
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
        .type(file.type)
        .send(Buffer.from(file.base64, 'base64'));
    });
    for (const name of ['telegram', 'max'] as const) {
      pages.get<OfBot>(`/sandbox/bot/${name}`, (_, reply) => reply.type(HTML).send(botPage(name)));
      pages.post<OfBot>(`/sandbox/bot/${name}`, async (request, reply) => {
        if (!isOwnPage(request, ownOrigin)) throw new Problem('forbidden_origin');
        const { start: code = '' } = request.query;
        // One chat per code, as if everybody had a telephone of his own.
        const chatId = createHash('sha256').update(code).digest('hex').slice(0, 12);
        const update = { kind: 'start', chatId, chatName: '@demo_abonent', code } as const;
        const at = { now: clock.now(), zone: provider.time_zone };
        await db.write((tx) => takeChatUpdate(tx, name, update, at));
        return reply.type(HTML).send(botStartedPage(name));
      });
    }
  });
}
