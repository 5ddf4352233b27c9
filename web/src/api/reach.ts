import { useSyncExternalStore } from 'react';

// Whether the latest request reached the server. The device may report a network while the server, or the connection to it, is down.

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
    () => false,
  );
