import { readPayload, type StoredPayload, type Versioned } from '../versioned.ts';
import type { World } from '../world.ts';

/**
 * An order to an outside system, defined once by the context that enqueues it. The database stores its kind and
 * payload.
 */
export interface Effect<Payload extends object> extends Versioned<Payload> {
  readonly kind: string;
  /** The title shown to the operator. */
  readonly title: string;
  /** Effects of one queue are delivered in the order in which they were enqueued. */
  readonly queue?: (payload: Payload) => string;
  /** What the effect is about: it replaces undelivered effects of its kind with the same subject. */
  readonly subject?: (payload: Payload) => string;
}

/** «dropped»: no longer of use, so the outside system was not asked. */
export type EffectEnd = 'dropped' | void;

export interface EffectHandler {
  readonly kind: string;
  readonly title: string;
  /** May be called twice for one effect; the second call must change nothing. */
  readonly deliver: (world: World, stored: StoredPayload) => Promise<EffectEnd>;
}

const MESSAGES = 'message:';

/**
 * The queue of a message. Each gateway has two, and messages have workers of their own, so a gateway that hangs delays neither other
 * gateways nor other work.
 */
export const messageQueue = (gateway: string, to: string): string =>
  `${MESSAGES}${gateway}:${Buffer.from(to).reduce((sum, byte) => sum + byte, 0) % 2}`;

/** The gateway of a message by its queue; undefined if it is the queue of something else. */
export const gatewayOf = (queue: string | null): string | undefined =>
  queue?.startsWith(MESSAGES) === true ? queue.slice(MESSAGES.length, queue.lastIndexOf(':')) : undefined;

/** How the queues of a gateway begin. */
export const queuesOf = (gateway: string): string => `${MESSAGES}${gateway}:`;

export const isMessageQueue = (queue: string | undefined): boolean => queue?.startsWith(MESSAGES) === true;

/** Pairs an effect with its delivery. */
export const handleEffect = <Payload extends object>(
  effect: Effect<Payload>,
  deliver: (world: World, payload: Payload) => Promise<EffectEnd>,
): EffectHandler => ({
  kind: effect.kind,
  title: effect.title,
  deliver: (world, stored) => deliver(world, readPayload(effect.kind, effect, stored)),
});
