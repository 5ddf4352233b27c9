import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadProvider } from './provider.ts';

/** Draws the page in place of what it arrived with: the splash, and the words for a browser that is too old. */
export async function openPage(page: ReactNode): Promise<void> {
  document.getElementById('old-browser')?.remove();
  await loadProvider();
  const root = document.getElementById('root');
  if (root) createRoot(root).render(<StrictMode>{page}</StrictMode>);
}
