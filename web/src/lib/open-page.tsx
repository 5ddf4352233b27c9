import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadProvider } from './provider.ts';
import { signSplash } from './splash.ts';

/** Renders the page, and removes the notice for old browsers. The splash stays. */
export async function openPage(page: ReactNode): Promise<void> {
  document.getElementById('old-browser')?.remove();
  const { name } = await loadProvider();
  signSplash(name);
  const root = document.getElementById('root');
  if (root) createRoot(root).render(<StrictMode>{page}</StrictMode>);
}
