import { setTimeout as pause } from 'node:timers/promises';
import { freeLostJobs } from '#server/db/internals/lost-jobs.queries.ts';
import { freeJobsOfTheDead, hasLockedJob, renewLease } from '#server/db/queries/jobs.ts';
import type { World } from '#server/kernel/world.ts';

/** Renewals of a lease within its term. */
const RENEWALS = 5;
/** A worker that ends waits no longer for the records of its jobs' ends, and looks so often. */
const [RECORDED_WITHIN_MS, LOOK_MS] = [3000, 20];

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
      await untilRecorded(db, workerId);
      ending.abort();
      await held;
    },
  };
}

/**
 * Waits until the end of each job is recorded, or gives up. graphile-worker does not wait: a finished job whose record came too late
 * would run once more after a restart.
 */
async function untilRecorded(db: World['db'], workerId: string): Promise<void> {
  const givenUp = AbortSignal.timeout(RECORDED_WITHIN_MS);
  const isLocked = () => db.write((tx) => hasLockedJob(tx, workerId)).catch(() => true);
  const look = async () => {
    while (!givenUp.aborted && (await isLocked())) await pause(LOOK_MS);
  };
  // A database that is away may keep a look for longer.
  await Promise.race([look(), pause(RECORDED_WITHIN_MS)]);
}
