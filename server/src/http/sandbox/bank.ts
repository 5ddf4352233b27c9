import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Portal } from '#server/kernel/world.ts';
import { BANK_ACTIONS, type BankAction } from '#server/integrations/acquirer/port.ts';
import { bankPage, unknownQrPage } from './bank-page.ts';
import { openScope } from '../api/scope.ts';

interface OfQr {
  Params: { qr_id: string };
}

const HTML = 'text/html; charset=utf-8';
const LONGEST_FORM = 1024;

/** Ids of the sandbox's codes, subscriptions and receipts. */
export const OUR_ID = '^[\\w-]{1,64}$';

/**
 * Serves the page that a QR of the sandbox bank opens. It is plain HTML without our scripts, as a bank's page would be.
 */
export function registerSandboxBank(app: FastifyInstance, { world }: Portal): void {
  const { clock, provider, publicUrl } = world;
  const bank = world.outside.sandboxBank;
  if (!bank) return;
  const style = readFileSync(new URL('./bank.css', import.meta.url), 'utf8');
  const ownOrigin = new URL(publicUrl).origin;

  app.get('/sandbox/bank.css', (_, reply) =>
    reply.header('cache-control', 'max-age=3600').type('text/css; charset=utf-8').send(style),
  );
  openScope(app, 'sandbox-bank', (pages) => {
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LONGEST_FORM },
      (_, body, parsed) => parsed(null, new URLSearchParams(body as string)),
    );
    pages.addHook('onRequest', (_, reply, next) => {
      reply.header('cache-control', 'no-store');
      next();
    });
    pages.get<OfQr>(`/sandbox/bank/:qr_id(${OUR_ID})`, async (request, reply) => {
      const now = clock.now();
      const qr = await bank.qr(request.params.qr_id, now);
      reply.type(HTML);
      if (!qr) return reply.status(404).send(unknownQrPage());
      return reply.send(bankPage(qr, { recipient: provider.name, zone: provider.time_zone, now }));
    });
    pages.post<OfQr>(`/sandbox/bank/:qr_id(${OUR_ID})`, async (request, reply) => {
      if (!isOwnPage(request, ownOrigin)) throw new Problem('forbidden_origin');
      await bank.act(request.params.qr_id, actionOf(request.body), clock.now());
      return reply.redirect(request.url, 303);
    });
  });
}

/**
 * Prevents a foreign page from pressing the buttons; a request without either header does not come from a browser's
 * form.
 */
export const isOwnPage = ({ headers }: FastifyRequest, ownOrigin: string) =>
  headers['sec-fetch-site'] === 'same-origin' || headers.origin === ownOrigin;

function actionOf(body: unknown): BankAction {
  const word = body instanceof URLSearchParams ? body.get('action') : undefined;
  const action = BANK_ACTIONS.find((known) => known === word);
  if (!action) throw new Problem('unreadable');
  return action;
}
