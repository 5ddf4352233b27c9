import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

/** Milliseconds that a start waits for each pool. */
const PATIENCE_MS = 15_000;
const AGAIN_MS = 100;

/**
 * Opens the first connection of each pool. A call gives up after a second; a start may find the machine or PostgreSQL busier than that,
 * and goes on when it has waited.
 */
export async function openFirst(pools: readonly pg.Pool[], patience = PATIENCE_MS): Promise<void> {
  await Promise.all(pools.map((pool) => openOne(pool, performance.now() + patience)));
}

async function openOne(pool: pg.Pool, until: number): Promise<void> {
  for (;;)
    try {
      (await pool.connect()).release();
      return;
    } catch (error) {
      if (performance.now() > until) throw error;
      await pause(AGAIN_MS);
    }
}
