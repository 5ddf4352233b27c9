import { z } from 'zod';
import type { World } from './world.ts';

/** An order to an outside system, described once by the context that gives it. Its name and its payload live in the database. */
export interface Effect<Payload extends object> {
  readonly kind: string;
  /** As the operator reads it. */
  readonly title: string;
  /** Of the payload's shape. Raise it when the shape changes, and give `upgrade`: orders of the version before may still be due. */
  readonly version: number;
  readonly payload: z.ZodType<Payload>;
  /** Makes a payload of an earlier version one of this version. */
  readonly upgrade?: (payload: unknown, version: number) => unknown;
  /** Orders of one queue are delivered in the order in which they were given. */
  readonly queue?: (payload: Payload) => string;
  /** What the order is about: it replaces undelivered ones of its kind about the same. */
  readonly subject?: (payload: Payload) => string;
}

/** An order as the outbox keeps it. */
interface StoredPayload {
  readonly version: number;
  readonly payload: unknown;
}

export interface EffectHandler {
  readonly kind: string;
  readonly title: string;
  /** May be called twice for one effect, and must then do nothing more. */
  readonly deliver: (world: World, stored: StoredPayload) => Promise<void>;
}

/** How an effect is carried out. */
export const handle = <Payload extends object>(
  effect: Effect<Payload>,
  deliver: (world: World, payload: Payload) => Promise<void>,
): EffectHandler => ({
  kind: effect.kind,
  title: effect.title,
  deliver: (world, stored) => deliver(world, readPayload(effect, stored)),
});

/** Throws when the payload is none of the effect: of a later version, or of another shape. */
function readPayload<Payload extends object>(effect: Effect<Payload>, { version, payload }: StoredPayload): Payload {
  if (version > effect.version) throw new Error(`${effect.kind} of version ${version} needs a newer Kabinet`);
  const read = effect.payload.safeParse(version < effect.version ? effect.upgrade?.(payload, version) : payload);
  if (!read.success) throw new Error(`${effect.kind}: the payload does not fit. ${z.prettifyError(read.error)}`);
  return read.data;
}
