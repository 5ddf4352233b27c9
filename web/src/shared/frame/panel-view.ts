import { useSyncExternalStore } from 'react';

// The home screen shows the balances large; while they are in view the header does not repeat them.

/** At first what the server has rendered: home has the panel, no other page is rendered with a heading. */
let inView = typeof document !== 'undefined' && document.querySelector('h1') !== null;
let observer: IntersectionObserver | undefined;
const listeners = new Set<() => void>();

function tell(next: boolean): void {
  if (next === inView) return;
  inView = next;
  for (const listener of listeners) listener();
}

/** A `ref` for the panel with the large balance. */
export function balancePanel(element: Element | null): void {
  observer?.disconnect();
  observer = undefined;
  tell(element !== null);
  if (!element || typeof IntersectionObserver === 'undefined') return;
  observer = new IntersectionObserver(([entry]) => tell(entry?.isIntersecting ?? false), {
    rootMargin: '-64px 0px 0px',
  });
  observer.observe(element);
}

/** Whether the large balance is on the screen. */
export const useBalanceInView = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => inView,
    () => true,
  );
