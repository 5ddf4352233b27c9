import type { Tx } from '#db/database.ts';
import {
  dueEffect,
  insertEffect,
  markDone,
  markTried,
  renewEffect,
  supersedeAccess,
  type EffectRow,
} from '#db/outbox.queries.ts';
import type { Letter } from '#integrations/mail/port.ts';
import type { NetworkState } from '#integrations/network/port.ts';
import type { TextMessage } from '#integrations/sms/port.ts';
import { addJob } from './jobs.ts';
import type { World } from './world.ts';

/** What the outside world may be owed, and what each needs to know. */
interface Effects extends OwnEffects {
  'mail.send': Letter;
  'sms.send': TextMessage;
  'network.apply': NetworkState;
}

/** Effects whose answer changes rows of ours: `effects.ts` carries them out, knowing the domain. */
interface OwnEffects {
  'autopayment.charge': { readonly paymentId: string };
  'autopayment.cancel': { readonly subscriptionId: string };
  'receipt.register': { readonly transactionId: number };
  /** `until`: then, what was connected by that moment is ended, too; ISO 8601. */
  'network.configure': { readonly userId: number; readonly until?: string };
  /** The programs of the service, as they are by then. */
  'network.provide': { readonly userId: number };
  'network.end-session': { readonly internetSessionId: number };
  /** Of what was connected by that moment, ISO 8601. */
  'network.disconnect': { readonly userId: number; readonly until: string };
}

/** How they are carried out; each may be called twice for one effect, and must then do nothing more. */
export type Performers = {
  readonly [Kind in keyof OwnEffects]: (world: World, payload: OwnEffects[Kind]) => Promise<void>;
};

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
  // What the network was to do before counts no more, or its next try would undo this.
  if (kind === 'network.apply') await supersedeAccess(tx, (payload as NetworkState).userId);
  const effectId = await insertEffect(tx, kind, payload, uniqueKey);
  if (effectId !== undefined) await orderDelivery(tx, { effect_id: effectId, kind, payload });
}

/** Tries a failed effect again, from the operator's command line; false when there is no such effect. */
export async function retryEffect(tx: Tx, effectId: number): Promise<boolean> {
  const renewed = await renewEffect(tx, effectId);
  if (renewed) await orderDelivery(tx, renewed);
  return renewed !== undefined;
}

const orderDelivery = (tx: Tx, effect: Pick<EffectRow, 'effect_id' | 'kind' | 'payload'>, runAt?: Date) => {
  const { effect_id: effectId } = effect;
  return addJob(
    tx,
    'deliver_effect',
    { effectId },
    { key: `effect:${effectId}`, ...queueOf(effect), ...(runAt && { runAt }) },
  );
};

/** How many services the network may be told of at the same time. */
const NETWORK_QUEUES = 16;

/** What concerns one service reaches the network one after the other. */
function queueOf({ kind, payload }: Pick<EffectRow, 'kind' | 'payload'>): { queue?: string } {
  const { userId } = payload as { userId?: number };
  return kind.startsWith('network.') && userId !== undefined ? { queue: `network:${userId % NETWORK_QUEUES}` } : {};
}

/** The job `deliver_effect`. The outside may see an effect twice, when the process dies between doing and noting it. */
export async function deliverEffect(
  world: World,
  { effectId }: { effectId: number },
  performers: Performers,
): Promise<void> {
  const effect = await world.db.read((tx) => dueEffect(tx, effectId));
  if (!effect) return;
  try {
    await perform(world, effect, performers);
  } catch (error) {
    await noteFailure(world, effect, error as Error);
    return;
  }
  await world.db.write((tx) => markDone(tx, effectId, world.clock.now()));
}

function perform(world: World, { kind, payload }: EffectRow, performers: Performers): Promise<void> {
  const { outside } = world;
  const known = kind as keyof Effects;
  switch (known) {
    case 'mail.send':
      return outside.mail.send(payload as Letter);
    case 'sms.send':
      return outside.sms.send(payload as TextMessage);
    case 'network.apply':
      return outside.network.apply(payload as NetworkState);
    default:
      return performers[known](world, payload as never);
  }
}

async function noteFailure({ db, clock, log }: World, effect: EffectRow, error: Error) {
  const { effect_id, kind, attempts } = effect;
  const isLast = attempts + 1 >= MOST_ATTEMPTS;
  await db.write(async (tx) => {
    await markTried(tx, effect_id, isLast ? 'failed' : 'due', error.message);
    if (!isLast) await orderDelivery(tx, effect, new Date(clock.now().getTime() + delayAfter(attempts)));
  });
  log[isLast ? 'error' : 'warn']({ effect_id, kind, attempt: attempts + 1, err: error }, 'effect not delivered');
}

/** Milliseconds to wait after the given number of earlier failures: 15 s, 30 s, 1 min … an hour. */
const delayAfter = (failures: number): number => Math.min(FIRST_DELAY_MS * 2 ** failures, LONGEST_DELAY_MS);
