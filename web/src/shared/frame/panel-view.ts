import { sharedValue, useShared } from '#web/lib/page/shared-value.ts';

// The home screen shows the balances large; while they are in view the header does not repeat them.

const isHome = (): boolean => window.location.pathname === import.meta.env.BASE_URL;

/** At first what the server has rendered: of the pages with a heading only home has the panel. */
const inView = sharedValue(typeof document !== 'undefined' && document.querySelector('h1') !== null && isHome());
let observer: IntersectionObserver | undefined;

/** A `ref` for the panel with the large balance. */
export function balancePanel(element: Element | null): void {
  observer?.disconnect();
  observer = undefined;
  inView.set(element !== null);
  if (!element || typeof IntersectionObserver === 'undefined') return;
  observer = new IntersectionObserver(([entry]) => inView.set(entry?.isIntersecting ?? false), {
    rootMargin: '-64px 0px 0px',
  });
  observer.observe(element);
}

/** Whether the large balance is on the screen; the page of the server has it at home. */
export const useBalanceInView = (pathname: string): boolean => useShared(inView, pathname === '/');
