import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { AuthError } from '#api/api-error.ts';
import { loadBatch } from '#api/batch.ts';
import { wait } from '#lib/clock.ts';
import { liftSplash, narrowSplash } from '#lib/splash.ts';
import { firstCalls } from '#shared/data/frame-data.ts';
import { sayLoadFailure } from '#ui/toast-store.ts';

/** The splash, a strip by then, goes so long after all initial loads have finished (specification, 4); at once on a load error. */
const DELAY_MS = 2000;
const LONGEST_DRAWING_MS = 1000;
const LOOK_MS = 25;

let loading: Promise<void> | undefined;

/**
 * Loads what the frame needs, once however often it is asked for. `targeted`: not the start of a visit but a reload of the
 * data, so the splash does not wait.
 */
export function loadFirst(cache: QueryClient, { targeted = false } = {}): Promise<void> {
  loading ??= load(cache, targeted).finally(() => {
    loading = undefined;
  });
  return loading;
}

async function load(cache: QueryClient, targeted: boolean): Promise<void> {
  try {
    await loadBatch(cache, firstCalls);
    await drawn();
    narrowSplash();
    if (!targeted) await wait(DELAY_MS);
  } catch (failure) {
    // The end of a session is no load error: the frame leads to the sign-in page.
    if (!(failure instanceof AuthError)) sayLoadFailure();
  }
  await liftSplash();
}

/**
 * The page has been drawn with the data, the parts of its file that comes later (`data-awaited`) included: they would push
 * down what one reads. It usually has come before the data; when it does not come, nobody waits for it long.
 */
async function drawn(): Promise<void> {
  // The cache tells its readers within a timer of no time: by the next one they have been drawn.
  await wait(0);
  for (let waited = 0; waited < LONGEST_DRAWING_MS && document.querySelector('[data-awaited]'); waited += LOOK_MS) {
    await wait(LOOK_MS);
  }
}

/** A page without initial data (a guest's page) has nothing to wait for. */
export function useNothingToLoad(): void {
  useEffect(() => void liftSplash(), []);
}
