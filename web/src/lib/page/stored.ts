import { useCallback, useSyncExternalStore } from 'react';
import { deviceMs } from '../clock/clock.ts';

// Small values of this device in local storage, each with its expiry by the device's clock. If storage is full or forbidden, a value lives as long as
// the page.

const DAY = 24 * 3_600_000;
const PREFIX = 'kabinet.';

interface Stored {
  value: unknown;
  /** Milliseconds of the epoch. */
  until: number;
}

function parse(text: string | null): Stored | undefined {
  if (text === null) return undefined;
  try {
    const record = JSON.parse(text) as Partial<Stored> | null;
    return typeof record?.until === 'number' && record.until > deviceMs() ? (record as Stored) : undefined;
  } catch {
    return undefined;
  }
}

/** Values that local storage did not accept. */
const unkept = new Map<string, string>();

const read = (key: string): string | null => {
  try {
    return unkept.get(key) ?? localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
};

/** The value, or the fallback when there is none or it has expired. */
export function readStored<T>(key: string, fallback: T): T {
  const record = parse(read(key));
  return record ? (record.value as T) : fallback;
}

const listeners = new Set<() => void>();
let version = 0;
const tell = (): void => {
  version += 1;
  for (const listener of listeners) listener();
};

/** Stores a value for `life` milliseconds; 24 hours by default (specification, 9). */
export function writeStored(key: string, value: unknown, life = DAY): void {
  const record = JSON.stringify({ value, until: deviceMs() + life } satisfies Stored);
  try {
    localStorage.setItem(PREFIX + key, record);
    unkept.delete(key);
  } catch {
    unkept.set(key, record);
  }
  tell();
}

function erase(work: () => void): void {
  try {
    work();
  } catch {
    // Storage is forbidden, so there is nothing to delete.
  }
  tell();
}

/** Deletes one value. */
export function dropStored(key: string): void {
  unkept.delete(key);
  erase(() => localStorage.removeItem(PREFIX + key));
}

/** Deletes everything this site stores on the device. */
export function clearStored(): void {
  unkept.clear();
  erase(() => localStorage.clear());
}

function subscribe(listener: () => void): () => void {
  // Another window has stored something: without a new version, a reader would not read again.
  const heard = (): void => {
    version += 1;
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', heard);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', heard);
  };
}

/** Persistent state: the same value in every component and tab. */
export function useStored<T extends string | number | boolean>(key: string, initial: T, life = DAY) {
  const value = useSyncExternalStore(
    subscribe,
    () => readStored<T>(key, initial),
    () => initial,
  );
  const set = useCallback((next: T) => writeStored(key, next, life), [key, life]);
  return [value, set] as const;
}

export type ReadStored = typeof readStored;

const nothingStored: ReadStored = (_key, fallback) => fallback;

/**
 * Returns a reader of stored values, and rerenders the component when one changes. On the server and in the first rendering of the
 * browser, which must give the same markup, the reader returns only fallbacks.
 */
export function useStoredReader(): ReadStored {
  const found = useSyncExternalStore(
    subscribe,
    () => version,
    () => undefined,
  );
  return found === undefined ? nothingStored : readStored;
}
