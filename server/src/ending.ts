import { setTimeout as pause } from 'node:timers/promises';

/**
 * Ends something, and waits no longer for it than so many milliseconds: what hangs must not keep the process, nor what is to be ended
 * after it.
 */
export async function endWithin(milliseconds: number, end: () => Promise<unknown>): Promise<void> {
  const waiting = new AbortController();
  const over = pause(milliseconds, undefined, { signal: waiting.signal });
  try {
    await Promise.race([end(), over]);
  } finally {
    waiting.abort();
    over.catch(() => undefined);
  }
}
