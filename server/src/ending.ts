import { setTimeout as pause } from 'node:timers/promises';

/**
 * Ends something, waiting at most so many milliseconds: what hangs must not delay the end of the process and of the
 * rest.
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
