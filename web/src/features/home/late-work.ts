import type { QueryClient } from '@tanstack/react-query';
import { wait } from '#web/lib/clock/clock.ts';
import { matchBars } from '#web/lib/bars.ts';
import { providerNow } from '#web/lib/page/provider.ts';
import { startWorker } from '#web/lib/page/worker.ts';
import { listen } from '#web/shared/stream/listen.ts';

/** Delay after the first screen, so that the page itself loads first. */
const LATER_MS = 3000;

/** Keeps the files of the cabinet for a visit without a network, if the server allows it; the development server does not. */
async function keepFiles(): Promise<void> {
  const { offline = false } = providerNow();
  if (!offline || !('serviceWorker' in navigator)) return;
  await wait(LATER_MS);
  await startWorker();
}

/** Starts the work that waits for the first screen: colours of the bars, files, the stream of events. Returns a function that ends it. */
export function begin(cache: QueryClient, since: number): () => void {
  matchBars();
  void keepFiles().catch(() => undefined);
  return listen(cache, since);
}
