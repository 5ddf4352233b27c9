import { z } from 'zod';
import type { World } from './world.ts';

/**
 * An order to an outside system, defined once by the context that enqueues it. The database stores its kind and
 * payload.
 */
export interface Effect<Payload extends object> {
  readonly kind: string;
  /** The title shown to the operator. */
  readonly title: string;
  /**
   * Version of the payload's shape. Raise it when the shape changes and add `upgrade`: effects of the previous version
   * may still be due.
   */
  readonly version: number;
  readonly payload: z.ZodType<Payload>;
  /** Converts a payload of an earlier version to this version. */
  readonly upgrade?: (payload: unknown, version: number) => unknown;
  /** Effects of one queue are delivered in the order in which they were enqueued. */
  readonly queue?: (payload: Payload) => string;
  /** What the effect is about: it replaces undelivered effects of its kind with the same subject. */
  readonly subject?: (payload: Payload) => string;
}

/** An effect as stored in the outbox. */
interface StoredPayload {
  readonly version: number;
  readonly payload: unknown;
}

export interface EffectHandler {
  readonly kind: string;
  readonly title: string;
  /** May be called twice for one effect; the second call must change nothing. */
  readonly deliver: (world: World, stored: StoredPayload) => Promise<void>;
}

/** Pairs an effect with its delivery. */
export const handle = <Payload extends object>(
  effect: Effect<Payload>,
  deliver: (world: World, payload: Payload) => Promise<void>,
): EffectHandler => ({
  kind: effect.kind,
  title: effect.title,
  deliver: (world, stored) => deliver(world, readPayload(effect, stored)),
});

/** Throws if the payload does not belong to the effect: a later version, or another shape. */
function readPayload<Payload extends object>(effect: Effect<Payload>, { version, payload }: StoredPayload): Payload {
  if (version > effect.version) throw new Error(`${effect.kind} of version ${version} needs a newer Kabinet`);
  const read = effect.payload.safeParse(version < effect.version ? effect.upgrade?.(payload, version) : payload);
  if (!read.success) throw new Error(`${effect.kind}: the payload does not fit. ${z.prettifyError(read.error)}`);
  return read.data;
}
