import { useSyncExternalStore } from 'react';

// Whether the server can be reached, as the latest request has shown. The device may well have a network while the server, or
// the way to it, is away.

let away = false;
const listeners = new Set<() => void>();

/** Called with the outcome of every request. */
export function noteReach(reached: boolean): void {
  if (away === !reached) return;
  away = !reached;
  for (const listener of listeners) listener();
}

export const useServerAway = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => away,
  );
