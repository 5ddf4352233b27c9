import { z } from 'zod';
import type { Tx } from '#server/db/database.ts';
import { countGatewayFailure, endTrouble, setProbe, takeProbe } from '#server/db/queries/gateway-trouble.ts';
import { holdDueJobs, holdJobs, hurryHeldJob, releaseHeldJobs } from '#server/db/internals/held-jobs.queries.ts';
import {
  dueEffect,
  insertEffect,
  markDone,
  markTried,
  renewEffect,
  replaceEarlierEffects,
  type DueEffect,
} from '#server/db/queries/outbox.ts';
import { RefusedForGood, TooManyRequests } from './delivery.ts';
import { gatewayOf, isMessageQueue, queuesOf, type Effect, type EffectHandler, type EffectEnd } from './effect.ts';
import { HOLD_MS, probeAfter } from '../gateway.rules.ts';
import { addJob, type Job } from './job.ts';
import { reasonOf } from './one-at-fault.ts';
import { watchTrouble } from './own-trouble.ts';
import type { World } from '../world.ts';

const MOST_ATTEMPTS = 10;
const FIRST_DELAY_MS = 15_000;
const LONGEST_DELAY_MS = 3_600_000;

interface Ordered {
  readonly uniqueKey?: string;
  /** A moment of the portal's clock; at once if absent. */
  readonly runAt?: Date | undefined;
}

/**
 * Enqueues an effect in the caller's transaction: it is delivered if and only if that commits. A second effect with the
 * same `uniqueKey` is ignored.
 */
export async function enqueueEffect<Payload extends object>(
  tx: Tx,
  { kind, version, queue, subject }: Effect<Payload>,
  payload: NoInfer<Payload>,
  { uniqueKey, runAt }: Ordered = {},
): Promise<void> {
  const about = subject?.(payload);
  if (about !== undefined) await replaceEarlierEffects(tx, kind, about);
  const effect = { kind, version, payload, uniqueKey, queue: queue?.(payload), subject: about };
  const effectId = await insertEffect(tx, effect);
  if (effectId !== undefined) await orderDelivery(tx, effectId, effect.queue, runAt);
}

/** Retries a failed effect, from the operator's command line; false if there is no such effect. */
export async function retryEffect(tx: Tx, effectId: number): Promise<boolean> {
  const renewed = await renewEffect(tx, effectId);
  if (renewed) await orderDelivery(tx, effectId, renewed.queue ?? undefined);
  return renewed !== undefined;
}

interface Delivery {
  readonly effectId: number;
}

export const deliverEffectJob: Job<Delivery> = {
  name: 'deliver_effect',
  version: 1,
  payload: z.object({ effectId: z.int() }),
  key: ({ effectId }) => `effect:${effectId}`,
};

/** The same for a message, which has workers of its own. */
export const deliverMessageJob: Job<Delivery> = { ...deliverEffectJob, name: 'deliver_message' };

const orderDelivery = (tx: Tx, effectId: number, queue: string | undefined, runAt?: Date) =>
  addJob(tx, isMessageQueue(queue) ? deliverMessageJob : deliverEffectJob, { effectId }, { queue, runAt });

export type EffectHandlers = ReadonlyMap<string, EffectHandler>;

/** The outside system may get an effect twice, if the process dies between delivering and recording it. */
export async function deliverEffect(world: World, { effectId }: Delivery, handlers: EffectHandlers): Promise<void> {
  const { db, clock } = world;
  const effect = await db.read((tx) => dueEffect(tx, effectId));
  if (!effect || (await mustWait(world, effect))) return;
  const own = watchTrouble(db);
  let end: EffectEnd;
  try {
    const handler = handlers.get(effect.kind);
    if (!handler) throw new Error(`no handler of ${effect.kind}`);
    end = await handler.deliver({ ...world, db: own.db }, effect);
  } catch (error) {
    // The job is carried out again soon: neither the effect nor its gateway is to blame.
    if (own.caused(error)) throw error;
    await noteFailure(world, effect, error as Error);
    return;
  }
  await db.write(async (tx) => {
    await markDone(tx, effectId, clock.now());
    if (end === 'dropped') await letNextTry(tx, effect, clock.now());
    else if (effect.failures !== null) await trustAgain(tx, effect);
  });
}

/** Whether a message must wait because its gateway is in trouble; the probe need not. Waiting uses up no attempt. */
async function mustWait({ db, clock }: World, { effect_id, queue, probe_at }: DueEffect): Promise<boolean> {
  const gateway = gatewayOf(queue);
  if (gateway === undefined || queue === null || probe_at === null) return false;
  const [now, next] = [clock.now(), new Date(clock.now().getTime() + HOLD_MS)];
  return db.write(async (tx) => {
    if (now.getTime() >= Date.parse(probe_at) && (await takeProbe(tx, gateway, now, next))) return false;
    await orderDelivery(tx, effect_id, queue);
    await holdDueJobs(tx, queuesOf(gateway), next);
    return true;
  });
}

/** The message that was to try its gateway was dropped: the next one tries instead. */
async function letNextTry(tx: Tx, { queue, probe_at }: DueEffect, now: Date): Promise<void> {
  const gateway = gatewayOf(queue);
  if (gateway === undefined || probe_at === null) return;
  await setProbe(tx, gateway, now);
  await hurryHeldJob(tx, queuesOf(gateway), now);
}

async function trustAgain(tx: Tx, { queue }: DueEffect): Promise<void> {
  const gateway = gatewayOf(queue);
  if (gateway === undefined) return;
  await endTrouble(tx, gateway);
  await releaseHeldJobs(tx, queuesOf(gateway));
}

/** Records a failure of a gateway; after several in a row all its messages wait together (decision 115). */
async function doubt(tx: Tx, { queue }: DueEffect, now: Date): Promise<void> {
  const gateway = gatewayOf(queue);
  if (gateway === undefined) return;
  const probeAt = probeAfter(await countGatewayFailure(tx, gateway), now);
  if (!probeAt) return;
  await setProbe(tx, gateway, probeAt);
  await holdJobs(tx, queuesOf(gateway), { until: new Date(now.getTime() + HOLD_MS), probeAt });
}

async function noteFailure({ db, clock, log }: World, effect: DueEffect, error: Error) {
  const { effect_id, kind, queue, attempts } = effect;
  const isRefused = error instanceof RefusedForGood;
  const isLast = attempts + 1 >= MOST_ATTEMPTS || isRefused;
  const now = clock.now();
  await db.write(async (tx) => {
    await markTried(tx, effect_id, isLast ? 'failed' : 'due', reasonOf(error));
    const runAt = new Date(now.getTime() + delayAfter(attempts, error));
    if (!isLast) await orderDelivery(tx, effect_id, queue ?? undefined, runAt);
    // A refusal is an answer, so the gateway works.
    if (!isRefused) await doubt(tx, effect, now);
    else if (effect.failures !== null) await trustAgain(tx, effect);
  });
  log[isLast ? 'error' : 'warn']({ effect_id, kind, attempt: attempts + 1, err: error }, 'effect not delivered');
}

/** The delay in milliseconds after so many failures: 15 s, 30 s, 1 min … an hour; longer if the outside system asks for it. */
const delayAfter = (failures: number, error: Error): number =>
  Math.min(
    Math.max(FIRST_DELAY_MS * 2 ** failures, error instanceof TooManyRequests ? error.waitMs : 0),
    LONGEST_DELAY_MS,
  );
