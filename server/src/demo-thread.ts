import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase, type Database } from '#server/db/database.ts';
import { systemClock } from '#server/kernel/clock.ts';
import type { World } from '#server/kernel/world.ts';
import { holdsDemo, seedCompanyHistory, seedDemo } from '../seeds/demo.ts';
import { openLog } from './log.ts';

// A thread that loads the demo; its memory is freed when the thread ends.

/** Input of the thread. */
export interface DemoThreadData {
  readonly url: string;
  readonly logLevel: string;
}

const RETRY_MS = 10_000;

const { url, logLevel } = workerData as DemoThreadData;
const db = openDatabase(url, { connections: 1, readers: 1 });
if (!(await holdsDemo(db.pool))) await seedDemo(db.pool, { now: systemClock.now(), company: 'later' });
const portal = parentPort;
portal?.postMessage('loaded');
if (portal) await once(portal, 'message');
await fillHistory({ db, log: openLog(logLevel) });
await db.close();
portal?.close();

/** Fills in the months of the demo's company while the portal runs. A failure is logged and retried. */
async function fillHistory({ db: { pool }, log }: { db: Database; log: World['log'] }): Promise<void> {
  for (;;) {
    try {
      await seedCompanyHistory(pool, { now: systemClock.now() });
      return;
    } catch (err) {
      log.error({ err }, 'history of the demo not filled yet');
      await pause(RETRY_MS);
    }
  }
}
