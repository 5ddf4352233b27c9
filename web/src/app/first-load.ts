import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { AuthError } from '#api/api-error.ts';
import { loadBatch } from '#api/batch.ts';
import { wait } from '#lib/clock.ts';
import { errorLoad } from '#lib/texts.ts';
import { firstCalls } from '#parts/frame-data.ts';
import { toast } from '#ui/toast-store.ts';

// The splash screen (specification, 4): on at start; off 2000 ms after all initial loads have finished, at once on a targeted
// reload, and on a load error. The screen is drawn beneath it meanwhile, so that nothing moves when it goes.

const DELAY_MS = 2000;
const FADE_MS = 200;

type Curtain = 'on' | 'leaving' | 'off';
let curtain: Curtain = 'on';
const listeners = new Set<() => void>();

function draw(next: Curtain): void {
  curtain = next;
  for (const listener of listeners) listener();
}

async function lift(): Promise<void> {
  if (curtain !== 'on') return;
  draw('leaving');
  await wait(FADE_MS);
  draw('off');
}

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
    if (!targeted) await wait(DELAY_MS);
  } catch (failure) {
    // The end of a session is no load error: the frame leads to the sign-in page.
    if (!(failure instanceof AuthError)) toast({ tone: 'bad', title: errorLoad });
  }
  await lift();
}

/** A page without initial data (sign-in, a guest's page) has nothing to wait for. */
export function useNothingToLoad(): void {
  useEffect(() => void lift(), []);
}

export const useCurtain = (): Curtain =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => curtain,
  );
