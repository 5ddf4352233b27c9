import { startTransition, StrictMode, type ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { loadProvider } from './provider.ts';
import { signSplash } from './splash.ts';
import { takeTapped } from './tapped.ts';

/** Files of parts that came rendered (build/page-head.ts): loaded before the page is taken over, because a part whose file came later would meet newer data than its markup shows. */
export const laterParts = (): Promise<unknown> =>
  Promise.allSettled(
    ((window as { later?: readonly string[] }).later ?? []).map((file) => import(/* @vite-ignore */ file)),
  );

/** Renders the page, and removes the notice for old browsers. The splash stays. Takes over what the server has rendered. */
export async function openPage(page: ReactNode): Promise<void> {
  document.getElementById('old-browser')?.remove();
  const { name } = await loadProvider();
  signSplash(name);
  const root = document.getElementById('root');
  if (!root) return;
  const whole = <StrictMode>{page}</StrictMode>;
  // A transition renders in small steps, so the page reacts to touches meanwhile.
  // The server knows no hash, which may open a part.
  if (root.hasChildNodes() && !location.hash) startTransition(() => void hydrateRoot(root, whole));
  else createRoot(root).render(whole);
  // Repeat the tap on a button outside a form. A form repeats its own tap when it is ready.
  takeTapped(({ form }) => form === null)?.click();
}
