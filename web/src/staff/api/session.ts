import { useSyncExternalStore } from 'react';

// Whether the server still knows the session of this page. The cookie is hidden from scripts, so only an answer can tell.

let isOver = false;
const listeners = new Set<() => void>();

function tell(next: boolean): void {
  if (isOver === next) return;
  isOver = next;
  for (const listener of listeners) listener();
}

export const noteSessionOver = (): void => tell(true);
export const noteSessionBegun = (): void => tell(false);

export const useSessionOver = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isOver,
  );

let shown: number | null | undefined;

/** Says whose page this is. */
export const noteShown = (personId: number | null | undefined): void => {
  shown = personId;
};

/** Whose page this is. Who has signed in in another tab since then has the same cookie, and must not act in this one. */
export const shownPerson = (): Record<string, string> => (shown == null ? {} : { 'x-person': String(shown) });
