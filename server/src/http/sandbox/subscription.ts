import type { FastifyInstance } from 'fastify';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Portal } from '#server/kernel/world.ts';
import { SUBSCRIPTION_ACTIONS, type SubscriptionAction } from '#server/integrations/acquirer/subscription-port.ts';
import { isOwnPage, OUR_ID } from './bank.ts';
import { subscriptionPage, unknownSubscriptionPage } from './subscription-page.ts';
import { openScope } from '../api/scope.ts';

interface OfSubscription {
  Params: { subscription_id: string };
}

const HTML = 'text/html; charset=utf-8';
const LONGEST_FORM = 1024;

/**
 * Serves the page that the QR of a subscription opens: binds the account or not, and makes the next charges succeed or
 * fail.
 */
export function registerSandboxSubscriptions(app: FastifyInstance, { world }: Portal): void {
  const { clock, provider, publicUrl } = world;
  const bank = world.outside.sandboxSubscriptions;
  if (!bank) return;
  const ownOrigin = new URL(publicUrl).origin;
  openScope(app, 'sandbox-subscription', (pages) => {
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LONGEST_FORM },
      (_, body, parsed) => parsed(null, new URLSearchParams(body as string)),
    );
    pages.addHook('onRequest', (_, reply, next) => {
      reply.header('cache-control', 'no-store');
      next();
    });
    pages.get<OfSubscription>(`/sandbox/bank/subscription/:subscription_id(${OUR_ID})`, async (request, reply) => {
      const subscription = await bank.subscription(request.params.subscription_id, clock.now());
      reply.type(HTML);
      if (!subscription) return reply.status(404).send(unknownSubscriptionPage());
      return reply.send(subscriptionPage(subscription, provider.name));
    });
    pages.post<OfSubscription>(`/sandbox/bank/subscription/:subscription_id(${OUR_ID})`, async (request, reply) => {
      if (!isOwnPage(request, ownOrigin)) throw new Problem('forbidden_origin');
      await bank.act(request.params.subscription_id, actionOf(request.body), clock.now());
      return reply.redirect(request.url, 303);
    });
  });
}

function actionOf(body: unknown): SubscriptionAction {
  const word = body instanceof URLSearchParams ? body.get('action') : undefined;
  const action = SUBSCRIPTION_ACTIONS.find((known) => known === word);
  if (!action) throw new Problem('unreadable');
  return action;
}
