import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { isTrouble } from '../trouble.ts';

/** Milliseconds that a start waits for a connection. */
const PATIENCE_MS = 15_000;
const AGAIN_MS = 100;

/** Opens the first connection of each pool. */
export async function openFirst(pools: readonly pg.Pool[], patience = PATIENCE_MS): Promise<void> {
  await Promise.all(pools.map((pool) => inStart(async () => (await pool.connect()).release(), patience)));
}

/**
 * Does work of a start. A call gives up after a second; a start may find the machine or PostgreSQL busier than that, and goes on when it
 * has waited.
 */
export async function inStart<T>(work: () => Promise<T>, patience = PATIENCE_MS): Promise<T> {
  const until = performance.now() + patience;
  for (;;)
    try {
      return await work();
    } catch (error) {
      if (performance.now() > until || !isTrouble(error)) throw error;
      await pause(AGAIN_MS);
    }
}
