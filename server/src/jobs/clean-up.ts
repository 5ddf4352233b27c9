import { unlockJobs } from '#db/jobs.queries.ts';
import type { World } from '#kernel/world.ts';
import { deleteStale } from './clean-up.queries.ts';

/** The job `clean_up`, every hour. */
export const cleanUp = ({ db, clock }: World): Promise<void> => db.write((tx) => deleteStale(tx, clock.now()));

/** No job of ours takes longer. */
const LONGEST_JOB_SECONDS = 60;

/** The job `free_jobs`, every minute: what a killed process had begun is begun again by a living one. */
export const freeJobs = async ({ db }: World): Promise<void> => {
  await db.write((tx) => unlockJobs(tx, LONGEST_JOB_SECONDS));
};
