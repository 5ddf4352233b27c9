import type { FastifyInstance, FastifyReply } from 'fastify';
import { lineDebt, payFromLine } from '#server/domain/payments/line/line-payment.ts';
import { contractNo } from '#server/domain/shared/contract-no.queries.ts';
import { lineOfLink } from '#server/domain/services/line/line-link.ts';
import type { LinkedLine } from '#server/domain/services/line/line-link.queries.ts';
import type { Portal, World } from '#server/kernel/world.ts';
import { contentPolicy } from '../api/headers.ts';
import { openScope } from '../api/scope.ts';
import { debtPage, enteringPage, LINE_SCRIPT, LINE_STYLE, linkOverPage, notNowPage, worksPage } from './line-page.ts';

const LONGEST_FORM = 1024;
const AN_HOUR = 'max-age=3600';

/** «Оплатить» leads to the bank, whose address differs by bank. */
const POLICY = contentPolicy({ 'form-action': "'self' https:" });

/** The pages of a debtor's line: what it owes, and the way to the bank. The secret of its link is in the body of each request. */
export function registerLine(app: FastifyInstance, { world }: Portal): void {
  app.get('/lk/line.js', (_, reply) =>
    reply.header('cache-control', AN_HOUR).type('text/javascript').send(LINE_SCRIPT),
  );
  app.get('/lk/line.css', (_, reply) => reply.header('cache-control', AN_HOUR).type('text/css').send(LINE_STYLE));
  openScope(app, 'line', (pages) => {
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LONGEST_FORM },
      (_, body, parsed) => parsed(null, new URLSearchParams(body as string).get('secret')),
    );
    pages.addHook('onRequest', (_, reply, next) => {
      reply.headers({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'content-security-policy': POLICY,
      });
      next();
    });
    pages.get('/lk/line', (_, reply) => page(reply, 200, enteringPage()));
    pages.post('/lk/line', async ({ body }, reply) => {
      const found = await lookedUp(world, body);
      if (found === undefined) return page(reply, 410, linkOverPage());
      if (found.debt === undefined) return page(reply, 200, worksPage());
      const { isConnected } = world.outside.acquirer;
      const no = await world.db.read((tx) => contractNo(tx, found.line.contract_id));
      // A browser that comes back from the bank shows it again, and does not ask whether to send the form twice.
      reply.header('cache-control', 'private, no-cache');
      return page(reply, 200, debtPage({ debt: found.debt, contractNo: no, secret: found.secret, isConnected }));
    });
    pages.post('/lk/line/pay', async ({ body }, reply) => {
      const found = await lookedUp(world, body);
      if (found === undefined) return page(reply, 410, linkOverPage());
      if (found.debt === undefined) return page(reply, 200, worksPage());
      const payment = await payFromLine(world, { ...found, debt: found.debt }).catch((err: unknown) => {
        // A refusal, or a bank that does not answer: the page says so, and nothing more.
        world.log.warn({ err }, 'no payment from a line');
        return undefined;
      });
      return payment === undefined ? page(reply, 503, notNowPage()) : reply.redirect(payment.payload, 303);
    });
    pages.post('/lk/line/state', async ({ body }) => ({ state: await stateOf(world, body) }));
  });
}

const page = (reply: FastifyReply, status: number, html: string) =>
  reply.status(status).type('text/html; charset=utf-8').send(html);

const isSecret = (body: unknown): body is string => typeof body === 'string' && /^[\w-]{43}$/.test(body);

const lineFor = ({ db, outside, clock }: World, secret: string): Promise<LinkedLine | undefined> =>
  db.read((tx) => lineOfLink(tx, outside.vault, secret, clock.now()));

/** The line of a valid link, and its debt; without one it works. */
async function lookedUp(world: World, body: unknown) {
  const line = isSecret(body) ? await lineFor(world, body) : undefined;
  if (line === undefined || !isSecret(body)) return undefined;
  if (line.is_open) return { line, secret: body, debt: undefined };
  if (!line.is_valid || !line.is_in_debt) return undefined;
  return { line, secret: body, debt: await world.db.read((tx) => lineDebt(tx, line, world)) };
}

/** Whether the line works; whoever waits for it may have another session by then. */
async function stateOf(world: World, body: unknown): Promise<'waiting' | 'works' | 'over'> {
  const line = isSecret(body) ? await lineFor(world, body) : undefined;
  if (line?.is_open) return 'works';
  return line?.is_valid ? 'waiting' : 'over';
}
