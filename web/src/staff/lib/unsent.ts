import { useSyncExternalStore } from 'react';

// How many steps of a technician wait on this device for a network. Whoever closes the page or signs out is told.

let unsent = 0;
const listeners = new Set<() => void>();
const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

export function noteUnsent(count: number): void {
  if (count === unsent) return;
  unsent = count;
  if (count > 0) addEventListener('beforeunload', warn);
  else removeEventListener('beforeunload', warn);
  for (const listener of listeners) listener();
}

export const useUnsent = (): number =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => unsent,
  );
