import type { FastifyInstance, FastifyReply } from 'fastify';
import { readUnsubscribe, unsubscribe } from '#server/domain/messaging/unsubscribe.ts';
import type { Portal } from '#server/kernel/world.ts';
import { unsubscribeQuestionPage, deadPage, donePage } from './unsubscribe-page.ts';
import { openScope } from '../api/scope.ts';

const HTML = 'text/html; charset=utf-8';
const LARGEST_FORM = 4096;

interface OfLink {
  Querystring: { t?: unknown };
}

const isToken = (token: unknown): token is string =>
  typeof token === 'string' && /^[\w-]{1,80}\.[\w-]{22}$/.test(token);

/**
 * Serves the links that switch letters off. A GET asks for a confirmation; a POST, from its button or from a mail program
 * (RFC 8058), switches them off. Neither needs a session; the body of the POST is ignored.
 */
export function registerUnsubscribe(app: FastifyInstance, { world: { db } }: Portal): void {
  openScope(app, 'unsubscribe', (pages) => {
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser('*', { parseAs: 'string', bodyLimit: LARGEST_FORM }, (_, _body, parsed) =>
      parsed(null, undefined),
    );
    pages.addHook('onRequest', (_, reply, next) => {
      reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
      next();
    });
    pages.get<OfLink>('/lk/unsubscribe', async ({ query: { t } }, reply) => {
      const letters = isToken(t) ? await db.read((tx) => readUnsubscribe(tx, t)) : undefined;
      return letters && isToken(t)
        ? page(reply, 200, unsubscribeQuestionPage(letters, t))
        : page(reply, 410, deadPage());
    });
    pages.post<OfLink>('/lk/unsubscribe', async ({ query: { t } }, reply) => {
      const letters = await db.write(async (tx) => {
        const found = isToken(t) ? await readUnsubscribe(tx, t) : undefined;
        if (found) await unsubscribe(tx, found);
        return found;
      });
      return letters ? page(reply, 200, donePage(letters)) : page(reply, 410, deadPage());
    });
  });
}

const page = (reply: FastifyReply, status: number, html: string) => reply.status(status).type(HTML).send(html);
