import type { Tx } from '#db/database.ts';
import { dueEffect, insertEffect, markDone, markTried, renewEffect, type EffectRow } from '#db/outbox.queries.ts';
import type { Letter } from '#outside/mail/port.ts';
import type { NetworkState } from '#outside/network/port.ts';
import { addJob } from './jobs.ts';
import type { World } from './world.ts';

/** What the outside world may be owed, and what each needs to know. */
interface Effects {
  'mail.send': Letter;
  'network.apply': NetworkState;
}

const MOST_ATTEMPTS = 10;
const FIRST_DELAY_MS = 15_000;
const LONGEST_DELAY_MS = 3_600_000;

/**
 * Owes an effect to the outside world: it vanishes or stands with the caller's transaction, and is carried out after it.
 * A second effect of the same `uniqueKey` is not owed.
 */
export async function owe<Kind extends keyof Effects>(
  tx: Tx,
  kind: Kind,
  payload: Effects[Kind],
  { uniqueKey }: { uniqueKey?: string } = {},
): Promise<void> {
  const effectId = await insertEffect(tx, kind, payload, uniqueKey);
  if (effectId !== undefined) await orderDelivery(tx, effectId);
}

/** Tries a failed effect again, from the operator's command line; false when there is no such effect. */
export async function retryEffect(tx: Tx, effectId: number): Promise<boolean> {
  const renewed = await renewEffect(tx, effectId);
  if (renewed) await orderDelivery(tx, effectId);
  return renewed;
}

const orderDelivery = (tx: Tx, effectId: number, runAt?: Date) =>
  addJob(tx, 'deliver_effect', { effectId }, { key: `effect:${effectId}`, ...(runAt && { runAt }) });

/** The job `deliver_effect`. The outside may see an effect twice, when the process dies between doing and noting it. */
export async function deliverEffect(world: World, { effectId }: { effectId: number }): Promise<void> {
  const effect = await world.db.read((tx) => dueEffect(tx, effectId));
  if (!effect) return;
  try {
    await perform(world, effect);
  } catch (error) {
    await noteFailure(world, effect, error as Error);
    return;
  }
  await world.db.write((tx) => markDone(tx, effectId, world.clock.now()));
}

function perform({ outside }: World, { kind, payload }: EffectRow): Promise<void> {
  switch (kind as keyof Effects) {
    case 'mail.send':
      return outside.mail.send(payload as Letter);
    case 'network.apply':
      return outside.network.apply(payload as NetworkState);
  }
}

async function noteFailure({ db, clock, log }: World, { effect_id, kind, attempts }: EffectRow, error: Error) {
  const isLast = attempts + 1 >= MOST_ATTEMPTS;
  await db.write(async (tx) => {
    await markTried(tx, effect_id, isLast ? 'failed' : 'due', error.message);
    if (!isLast) await orderDelivery(tx, effect_id, new Date(clock.now().getTime() + delayAfter(attempts)));
  });
  log[isLast ? 'error' : 'warn']({ effect_id, kind, attempt: attempts + 1, err: error }, 'effect not delivered');
}

/** Milliseconds to wait after the given number of earlier failures: 15 s, 30 s, 1 min … an hour. */
const delayAfter = (failures: number): number => Math.min(FIRST_DELAY_MS * 2 ** failures, LONGEST_DELAY_MS);
