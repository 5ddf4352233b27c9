import { useSyncExternalStore } from 'react';

// How the subscriber likes to see the cabinet. Kept in cookies, not in local storage: a change of contract clears the latter,
// and the look belongs to the device.
//
// public/look.js puts the same attributes on the page before the first paint, the operator's colours, too, and marks a browser
// that is too old. It is written for browsers of any age, and is a file of its own because the page allows no scripts inside
// itself. In development the page comes without the operator's data: the colours of the product stay.

export type Theme = 'auto' | 'light' | 'dark';
export type TextSize = 'normal' | 'large' | 'huge';

const YEAR = 365 * 24 * 3600;
const listeners = new Set<() => void>();

function cookieLook<T extends string>(attribute: 'theme' | 'text', none: T) {
  const get = (): T => (document.documentElement.dataset[attribute] as T | undefined) ?? none;
  return () => {
    const value = useSyncExternalStore((listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    }, get);
    const set = (next: T): void => {
      const kept = next === none ? '' : next;
      if (kept) document.documentElement.dataset[attribute] = kept;
      else Reflect.deleteProperty(document.documentElement.dataset, attribute);
      document.cookie = `${attribute}=${kept}; path=/lk/; max-age=${kept ? YEAR : 0}; samesite=lax`;
      for (const listener of listeners) listener();
    };
    return [value, set] as const;
  };
}

export const useTheme = cookieLook<Theme>('theme', 'auto');
export const useTextSize = cookieLook<TextSize>('text', 'normal');
