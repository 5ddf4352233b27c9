import type { Result } from '@kabinet/contract/kernel/call/call';
import type { OperatorContract } from '@kabinet/contract/staff';
import type { Tx } from '#server/db/database.ts';
import { newSecret } from '#server/domain/shared/secrets.ts';
import { keptEvents } from '#server/domain/staff/events/event.queries.ts';
import { deliverEventsJob } from '#server/domain/staff/events/jobs.ts';
import {
  allWebhooks,
  countWebhooks,
  deadLetters,
  insertWebhook,
  pauseWebhook,
  removeWebhook,
  replayWebhook,
  resumeWebhook,
  reviveLetters,
  rotateSecret,
  webhookName,
} from '#server/domain/staff/events/webhook.queries.ts';
import { FORMER_SECRET_MS, SEALED_FOR } from '#server/domain/staff/events/webhook.rules.ts';
import { addJob } from '#server/kernel/job/job.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { wrongField } from '../refusals.ts';

type Webhooks = OperatorContract['webhooks'];

const MOST_WEBHOOKS = 20;

function known<T>(found: T | undefined): T {
  if (found === undefined) throw new Problem('webhook_unknown');
  return found;
}

const sendSoon = (tx: Tx, webhookId: number) =>
  addJob(tx, deliverEventsJob, { webhookId }, { queue: `events:${webhookId}` });

export const webhookHandlers: PlainHandlers<Webhooks> = {
  add: async ({ body: { name, url } }, { db, now, outside }) => {
    const refusal = outside.webhooks.refusal(url);
    if (refusal !== undefined) throw wrongField('url', refusal);
    if ((await countWebhooks(db)) >= MOST_WEBHOOKS) throw wrongField('url', 'Адресов уже двадцать. Удалите ненужный');
    const secret = newSecret();
    const webhook_id = await insertWebhook(db, { name, url, secret: outside.vault.seal(secret, SEALED_FOR) }, now);
    await sendSoon(db, webhook_id);
    return { webhook_id, name, secret };
  },
  list: async (_, { db }) => (await allWebhooks(db)).map(({ url, ...hook }) => ({ ...hook, host: new URL(url).host })),
  rotate: async ({ body: { webhook_id } }, { db, now, outside }) => {
    const secret = newSecret();
    const until = new Date(now.getTime() + FORMER_SECRET_MS);
    const { name } = known(await rotateSecret(db, webhook_id, outside.vault.seal(secret, SEALED_FOR), until));
    return { webhook_id, name, secret };
  },
  pause: async ({ body: { webhook_id } }, { db, now }) => ({
    webhook_id,
    ...known(await pauseWebhook(db, webhook_id, now)),
  }),
  resume: async ({ body: { webhook_id } }, { db }) => {
    const named = known(await resumeWebhook(db, webhook_id));
    await sendSoon(db, webhook_id);
    return { webhook_id, ...named };
  },
  replay: async ({ body: { webhook_id, after } }, { db }) => {
    const { first_id: first, last_id: last } = await keptEvents(db);
    if (after !== undefined && after < first - 1) throw new Problem('events_gone');
    const through = Math.min(after ?? first - 1, last);
    const named = known(await replayWebhook(db, webhook_id, through));
    await sendSoon(db, webhook_id);
    return { webhook_id, ...named, through };
  },
  remove: async ({ body: { webhook_id } }, { db, now }) => ({
    webhook_id,
    ...known(await removeWebhook(db, webhook_id, now)),
  }),
  letters: async (_, { db }) => (await deadLetters(db)) as Result<Webhooks['letters']>,
  again: async ({ body: { webhook_id, event_id } }, { db, now }) => {
    const { name } = known(await webhookName(db, webhook_id));
    const count = await reviveLetters(db, webhook_id, event_id, now);
    await sendSoon(db, webhook_id);
    return { webhook_id, name, count };
  },
};
