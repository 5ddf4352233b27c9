import { readPayload, type StoredPayload, type Versioned } from './versioned.ts';
import type { World } from './world.ts';

/** An order to an outside system, described once by the context that gives it. Its name and its payload live in the database. */
export interface Effect<Payload extends object> extends Versioned<Payload> {
  readonly kind: string;
  /** As the operator reads it. */
  readonly title: string;
  /** Orders of one queue are delivered in the order in which they were given. */
  readonly queue?: (payload: Payload) => string;
  /** What the order is about: it replaces undelivered ones of its kind about the same. */
  readonly subject?: (payload: Payload) => string;
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
  deliver: (world, stored) => deliver(world, readPayload(effect.kind, effect, stored)),
});
