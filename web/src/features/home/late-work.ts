import type { QueryClient } from '@tanstack/react-query';
import { wait } from '#lib/clock.ts';
import { matchBars } from '#lib/bars.ts';
import { providerNow } from '#lib/provider.ts';
import { listen } from '#shared/stream/listen.ts';

/** The page itself comes first. */
const LATER_MS = 3000;

/** Without the files the cabinet works as long as there is a network. The server of development says nothing of them. */
async function keepFiles(): Promise<void> {
  const { offline = false } = providerNow();
  if (!offline || !('serviceWorker' in navigator)) return;
  await wait(LATER_MS);
  const { startWorker } = await import('#lib/worker.ts');
  await startWorker();
}

/** What a visit begins when its first screen stands. Returns a function that ends it. */
export function begin(cache: QueryClient, since: number): () => void {
  matchBars();
  void keepFiles().catch(() => undefined);
  return listen(cache, since);
}
