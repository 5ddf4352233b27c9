import { z } from 'zod';
import { ChangeEvent } from '@kabinet/contract/staff';
import type { Tx } from '#server/db/database.ts';
import type { World } from '#server/kernel/world.ts';
import { eventsAfter } from './event.queries.ts';
import {
  dropLetters,
  dueLetters,
  heldContracts,
  holdWebhook,
  moveWebhook,
  noteLetter,
  putLetters,
} from './letter.queries.ts';
import { sendAll, type ReceiverAnswer, type Pass, type SentEvent } from './webhook-pass.ts';
import { webhookToSend, type Webhook } from './webhook.queries.ts';
import { delayAfter, isAway, MOST_ATTEMPTS, SEALED_FOR } from './webhook.rules.ts';

const AT_ONCE = 200;

type Letter = SentEvent & { readonly attempts: number };

interface Work {
  readonly letters: readonly Letter[];
  /** All events of this pass, and those of them that wait behind letters. */
  readonly fresh: readonly SentEvent[];
  readonly behind: ReadonlySet<number>;
}

/** Sends what is due, once; whether there may be more at once. Killed at any moment, it sends some events again, by the same ids. */
export async function deliverOnce(world: World, webhookId: number): Promise<boolean> {
  const { db, clock } = world;
  const now = clock.now();
  const hook = await db.read((tx) => webhookToSend(tx, webhookId));
  if (!hook || (hook.next_at !== null && new Date(hook.next_at) > now)) return false;
  const work = await db.read((tx) => workOf(tx, hook, now));
  if (work.letters.length + work.fresh.length === 0) return false;
  const fresh = work.fresh.filter(({ contract_id }) => !work.behind.has(contract_id));
  const pass = await sendAll(work.letters, fresh, senderTo(world, hook));
  const isNoted = await db.write(async (tx) => {
    if (!(await holdWebhook(tx, webhookId, hook.through_id))) return false;
    await noteLetters(tx, hook, work.letters, pass, now);
    await noteFresh(tx, hook, work, pass, now);
    return true;
  });
  return isNoted && pass.away === undefined;
}

async function workOf(tx: Tx, { webhook_id, through_id }: Webhook, now: Date): Promise<Work> {
  const letters = await dueLetters(tx, webhook_id, now);
  const fresh = await eventsAfter(tx, through_id, AT_ONCE);
  const contracts = [...new Set(fresh.map(({ contract_id }) => contract_id))];
  return { letters, fresh, behind: new Set(await heldContracts(tx, webhook_id, contracts)) };
}

function senderTo({ outside, clock }: World, hook: Webhook): (event: SentEvent) => Promise<ReceiverAnswer> {
  const now = clock.now();
  const isFormerGood = hook.former_until !== null && new Date(hook.former_until) > now;
  const sealedOnes = isFormerGood ? [hook.secret, hook.former_secret] : [hook.secret];
  const secrets = sealedOnes.flatMap((sealed) => (sealed === null ? [] : [outside.vault.open(sealed, SEALED_FOR)]));
  return async (event) => {
    // By the contract's schema: what it does not name is not sent.
    const { event_id, at, kind, contract_id, data } = event;
    const body = JSON.stringify(
      z.encode(ChangeEvent, { event_id, at, kind, contract_id, data } as z.output<typeof ChangeEvent>),
    );
    const headers = {
      'content-type': 'application/json',
      'x-kabinet-event': String(event_id),
      ...outside.webhooks.sign(secrets, body, clock.now()),
    };
    try {
      return answerOf(await outside.webhooks.post(hook.url, headers, body));
    } catch (error) {
      return { kind: 'away', error: (error as Error).message, waitMs: 0 };
    }
  };
}

function answerOf({ status, waitMs }: { readonly status: number; readonly waitMs: number }): ReceiverAnswer {
  if (status >= 200 && status < 300) return { kind: 'taken' };
  const error = `answered with ${status}`;
  return isAway(status) ? { kind: 'away', error, waitMs } : { kind: 'refused', error };
}

async function noteLetters(tx: Tx, { webhook_id }: Webhook, letters: readonly Letter[], pass: Pass, now: Date) {
  const done = letters.filter(({ event_id }) => pass.taken.has(event_id)).map(({ event_id }) => event_id);
  await dropLetters(tx, webhook_id, done);
  if (pass.away) return;
  for (const event of letters) {
    const error = pass.refused.get(event.event_id);
    if (error === undefined) continue;
    const attempts = event.attempts + 1;
    const nextAt = new Date(now.getTime() + delayAfter(attempts));
    await noteLetter(tx, webhook_id, { event, attempts, error, nextAt }, attempts >= MOST_ATTEMPTS);
  }
}

async function noteFresh(tx: Tx, hook: Webhook, { fresh }: Work, pass: Pass, now: Date): Promise<void> {
  const toldAt = pass.taken.size > 0 ? now : null;
  const left = fresh.filter(({ event_id }) => !pass.taken.has(event_id));
  const last = fresh.at(-1)?.event_id ?? hook.through_id;
  if (pass.away) {
    // What was taken behind the first one that was not is sent again: the receiver knows it by its id.
    const failures = pass.taken.size > 0 ? 1 : hook.failures + 1;
    const nextAt = new Date(now.getTime() + delayAfter(failures, pass.away.waitMs));
    const through = left[0] ? left[0].event_id - 1 : last;
    await moveWebhook(tx, hook.webhook_id, { through, failures, error: pass.away.error, nextAt, toldAt });
    return;
  }
  const letters = left.map((event) => {
    const error = pass.refused.get(event.event_id);
    const attempts = error === undefined ? 0 : 1;
    return { event, attempts, error, nextAt: attempts === 0 ? now : new Date(now.getTime() + delayAfter(1)) };
  });
  if (letters.length > 0) await putLetters(tx, hook.webhook_id, letters, now);
  await moveWebhook(tx, hook.webhook_id, { through: last, failures: 0, error: null, nextAt: null, toldAt });
}
