import { createHash } from 'node:crypto';
import type { contract } from '@kabinet/contract';
import type { Result } from '@kabinet/contract/kernel/call/call';
import { dropSubscription, putSubscription, subscriptionsOf } from '#server/domain/messaging/push.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Handler, ScopeOf } from '#server/kernel/world.ts';

type Group = typeof contract.notice;
type Scope = ScopeOf<Group['getPush']>;

/** A digest by which a browser finds its own subscription; the endpoint itself is never sent. */
const digestOf = (endpoint: string): string => createHash('sha256').update(endpoint).digest('base64url');

async function pushNow({ db, subscriber, outside, now }: Scope): Promise<Result<Group['getPush']>> {
  const found = outside.push ? await subscriptionsOf(db, subscriber.contractId, now) : [];
  return {
    is_available: outside.push !== undefined,
    public_key: outside.push?.publicKey ?? null,
    browsers: found.map(({ endpoint, browser, created_at }) => ({ digest: digestOf(endpoint), browser, created_at })),
  };
}

export const getPush: Handler<Group['getPush']> = (_, scope) => pushNow(scope);

export const setPush: Handler<Group['setPush']> = async ({ body }, scope) => {
  const { db, subscriber, outside, now } = scope;
  if (!outside.push) throw new Problem('channel_absent');
  if (!outside.push.accepts(body.endpoint)) {
    throw new Problem('channel_absent', {
      message:
        'Служба уведомлений этого браузера нам не знакома. Включите уведомления в Chrome, Firefox, Edge или Safari',
    });
  }
  const { contractId, sessionId } = subscriber;
  await putSubscription(db, { contractId, sessionId, ...body }, now);
  return pushNow(scope);
};

export const removePush: Handler<Group['removePush']> = async ({ body }, scope) => {
  await dropSubscription(scope.db, scope.subscriber.contractId, body.endpoint);
  return pushNow(scope);
};
