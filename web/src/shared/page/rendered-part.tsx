import { lazy, type ComponentType, type ReactNode } from 'react';
import { Lost } from './lazy-part.tsx';

/** What loads the parts of the pages that are loaded so far. */
const loads: (() => Promise<unknown>)[] = [];

/** Loads the parts of the page that came rendered. */
export const loadRenderedParts = (): Promise<unknown> => Promise.all(loads.map((load) => load()));

/**
 * A part that comes rendered with its page and is a file of its own. It is ready when the page is taken over: a part that waits then
 * misses a tap, and shows its skeleton for a moment if anything on the page changes. `isHere`: whether this page has it.
 */
export function renderedPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isHere = () => true,
  lost: () => ReactNode = Lost,
) {
  let ready: { default: ComponentType<Props> } | undefined;
  const get = async () => (ready = { default: await load().catch(() => lost) });
  loads.push(async () => isHere() && get());
  return lazy<ComponentType<Props>>(() => (ready ? atOnce(ready) : get()));
}

/** Files of several parts that have come, so that parts of theirs may be rendered. A file adds itself. */
export const come = new Set<string>();

/** React takes a part without waiting from a promise that answers while it is asked. */
const atOnce = <Value,>(value: Value) =>
  ({ then: (take: (value: Value) => void) => take(value) }) as unknown as Promise<Value>;
