import { useSyncExternalStore } from 'react';

// Parts of a page that failed by one cause are told about once, above the page, with one «Повторить всё». Meanwhile each part says only
// what is missing.

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
