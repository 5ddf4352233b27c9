import { useSyncExternalStore } from 'react';

interface SharedValue<T> {
  readonly get: () => T;
  readonly set: (next: T) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** A value outside of components, which those that show it follow. */
export function sharedValue<T>(value: T): SharedValue<T> {
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (value === next) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** `rendered`: the value of the page as the server rendered it. */
export const useShared = <T>({ get, subscribe }: SharedValue<T>, rendered: T): T =>
  useSyncExternalStore(subscribe, get, () => rendered);
