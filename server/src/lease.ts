import { setTimeout as pause } from 'node:timers/promises';
import { freeJobsOfTheDead, renewLease } from '#db/jobs.queries.ts';
import type { World } from '#kernel/world.ts';

/** How often a worker renews its lease while that lasts. */
const RENEWALS = 5;

/**
 * Holds the lease of a worker until it is ended, on whatever connection is there: a connection that breaks costs nothing as long as
 * another comes in time. Each renewal gives the jobs of dead workers back.
 */
export function holdLease({ db, log }: Pick<World, 'db' | 'log'>, workerId: string, milliseconds: number) {
  const ending = new AbortController();
  const seconds = milliseconds / 1000;
  const renew = () =>
    db.write(async (tx) => {
      await renewLease(tx, workerId, seconds);
      return freeJobsOfTheDead(tx, workerId, seconds);
    });
  const hold = async () => {
    while (!ending.signal.aborted) {
      try {
        const freed = await renew();
        if (freed > 0) log.warn({ jobs: freed }, 'jobs of a worker that died are begun again');
      } catch (err) {
        log.warn({ err }, 'lease of the worker not renewed');
      }
      await pause(milliseconds / RENEWALS, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  };
  const held = hold();
  return {
    end: async (): Promise<void> => {
      ending.abort();
      await held;
    },
  };
}
