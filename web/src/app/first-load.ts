import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { AuthError, NetworkError } from '#web/api/api-error.ts';
import { loadBatch } from '#web/api/batch.ts';
import { shownContract } from '#web/api/session.ts';
import { wait } from '#web/lib/clock/clock.ts';
import { hasEmbedded } from '#web/lib/page/embedded.ts';
import { liftSplash, narrowSplash } from '#web/lib/page/splash.ts';
import { firstCalls } from '#web/shared/data/frame-data.ts';
import { sayLoadFailure } from '#web/ui/toast/toast-store.ts';

/** The splash, by then a strip, is removed this long after all initial loads (specification, 4), or at once on a load error. */
const DELAY_MS = 2000;
const LONGEST_DRAWING_MS = 1000;
const LOOK_MS = 25;

let loading: Promise<void> | undefined;

/**
 * Loads the data of the frame once, even if called several times. `targeted`: a reload of the data, not the start of a visit, so
 * the splash does not wait.
 */
export function loadFirst(cache: QueryClient, { targeted = false } = {}): Promise<void> {
  loading ??= load(cache, targeted).finally(() => {
    loading = undefined;
  });
  return loading;
}

async function load(cache: QueryClient, targeted: boolean): Promise<void> {
  try {
    if (targeted || !hasEmbedded()) await loadBatch(cache, firstCalls);
    await drawn();
    narrowSplash();
    if (!targeted) await wait(DELAY_MS);
  } catch (failure) {
    // The end of a session is not a load error: the frame redirects to the sign-in page. Without a connection a strip says how old
    // the data of the device are.
    if (failure instanceof NetworkError ? shownContract() === undefined : !(failure instanceof AuthError))
      sayLoadFailure();
  }
  await liftSplash();
}

/**
 * Resolves when the page is rendered with its data, including parts of its later file (`data-awaited`), which would shift the
 * content. That file usually arrives before the data; the wait for it is limited.
 */
async function drawn(): Promise<void> {
  // The cache notifies its observers in a zero timeout: by the next one they have rendered.
  await wait(0);
  for (let waited = 0; waited < LONGEST_DRAWING_MS && document.querySelector('[data-awaited]'); waited += LOOK_MS) {
    await wait(LOOK_MS);
  }
}

/** For a page without initial data (a guest's page): removes the splash. */
export function useNothingToLoad(): void {
  useEffect(() => void liftSplash(), []);
}
