import { useSyncExternalStore } from 'react';

// If several parts of a page fail by one cause, the cause is told once, above the page, with one «Повторить всё». Each part then says
// only what is missing.

let told = false;
const listeners = new Set<() => void>();

/** Says whether the cause is told above the page. */
export function tellOnce(isTold: boolean): void {
  if (told === isTold) return;
  told = isTold;
  for (const listener of listeners) listener();
}

export const useToldOnce = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => told,
    () => false,
  );
