import { useSyncExternalStore } from 'react';

// The subscriber's view settings. They are in cookies, not in local storage: a change of contract clears local storage, and these
// settings belong to the device.
//
// public/look.js sets the same attributes and the operator's colours before the first paint, and marks a browser that is too old.
// It is written for browsers of any age; a rendered page brings it inside (build/page-head.ts). In development the page
// has no operator's data: the colours of the product stay.

export type Theme = 'auto' | 'light' | 'dark';
export type Motion = 'auto' | 'less';
export type TextSize = 'normal' | 'large' | 'huge';

const YEAR = 365 * 24 * 3600;
const listeners = new Set<() => void>();

function cookieLook<T extends string>(attribute: 'theme' | 'text' | 'motion', none: T) {
  const get = (): T => (document.documentElement.dataset[attribute] as T | undefined) ?? none;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return () => {
    const value = useSyncExternalStore(subscribe, get, () => none);
    const set = (next: T): void => {
      const kept = next === none ? '' : next;
      if (kept) document.documentElement.dataset[attribute] = kept;
      else Reflect.deleteProperty(document.documentElement.dataset, attribute);
      document.cookie = `${attribute}=${kept}; path=${import.meta.env.BASE_URL}; max-age=${kept ? YEAR : 0}; samesite=lax`;
      for (const listener of listeners) listener();
    };
    return [value, set] as const;
  };
}

export const useTheme = cookieLook<Theme>('theme', 'auto');
export const useTextSize = cookieLook<TextSize>('text', 'normal');
/** As the device says, or none. */
export const useMotion = cookieLook<Motion>('motion', 'auto');
