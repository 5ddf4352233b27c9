import { setTimeout as pause } from 'node:timers/promises';
import { freeLostJobs } from '#server/db/internals/lost-jobs.queries.ts';
import { freeJobsOfTheDead, renewLease } from '#server/db/queries/jobs.ts';
import type { World } from '#server/kernel/world.ts';

/** Renewals of a lease within its term. */
const RENEWALS = 5;

/**
 * Holds the lease of a worker until ended, on any connection: a broken connection does no harm if another is ready in
 * time. Each renewal also releases the jobs of dead workers, and those that this one has got without being told.
 */
export function holdLease(
  { db, log }: Pick<World, 'db' | 'log'>,
  { workerId, milliseconds, inHand }: { workerId: string; milliseconds: number; inHand: () => readonly number[] },
) {
  const ending = new AbortController();
  const seconds = milliseconds / 1000;
  const renew = () =>
    db.writeFirst(async (tx) => {
      await renewLease(tx, workerId, seconds);
      const lost = await freeLostJobs(tx, { workerId, known: inHand(), seconds });
      return { lost, ofTheDead: await freeJobsOfTheDead(tx, workerId, seconds) };
    });
  const hold = async () => {
    while (!ending.signal.aborted) {
      try {
        const { lost, ofTheDead } = await renew();
        if (ofTheDead > 0) log.warn({ jobs: ofTheDead }, 'jobs of a worker that died are begun again');
        if (lost > 0) log.warn({ jobs: lost }, 'jobs whose taking was not answered are begun again');
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
