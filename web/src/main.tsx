import '#ui/tokens.css';
import '#ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '#app/app.tsx';
import { makeQueryClient } from '#app/query-client.ts';
import { loadProvider } from '#lib/provider.ts';
import { clearStored } from '#lib/stored.ts';

/** Whoever enters by a welcome link starts with a clean device (specification, 2). */
const WELCOME = /^\/lk\/welcome(?:\/|$)/;

async function start(root: HTMLElement): Promise<void> {
  document.getElementById('old-browser')?.remove();
  if (WELCOME.test(window.location.pathname)) clearStored();
  await loadProvider();
  createRoot(root).render(
    <StrictMode>
      <App cache={makeQueryClient()} />
    </StrictMode>,
  );
}

const root = document.getElementById('root');
if (root) void start(root);
