import { useSyncExternalStore } from 'react';

/** A sheet that any page can open: why a service does not work, or the login and the router settings. */
export interface OpenSheet {
  readonly name: 'trouble' | 'entry';
  /** The service; without one the sheet chooses. */
  readonly userId?: number | undefined;
  readonly phoneNumber?: string | undefined;
}

let open: OpenSheet | undefined;
const listeners = new Set<() => void>();

function show(next: OpenSheet | undefined): void {
  open = next;
  for (const listener of listeners) listener();
}

export const openSheet = (sheet: OpenSheet): void => show(sheet);
export const closeSheet = (): void => show(undefined);

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const none = (): undefined => undefined;

/** The sheet that is open. */
export const useSheet = (): OpenSheet | undefined => useSyncExternalStore(subscribe, () => open, none);
