import { useEffect } from 'react';
import { useLocation } from '#web/lib/page/router.tsx';

/** Parts above the anchor may still load for this long. */
const COMING_MS = 5000;
const TAKEN_OVER = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/** Scrolls to the anchor of the address, and again whenever a part above it has loaded, until the client scrolls himself. */
export function Anchor() {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash) return keepInView(hash.slice(1));
  }, [hash, key]);
  return null;
}

function keepInView(id: string): () => void {
  const show = (): void => document.getElementById(id)?.scrollIntoView();
  const sizes = new ResizeObserver(show);
  const stop = (): void => {
    sizes.disconnect();
    window.clearTimeout(timer);
    for (const event of TAKEN_OVER) window.removeEventListener(event, stop);
  };
  const timer = window.setTimeout(stop, COMING_MS);
  show();
  sizes.observe(document.body);
  for (const event of TAKEN_OVER) window.addEventListener(event, stop, { passive: true });
  return stop;
}
