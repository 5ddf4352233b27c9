import { periodicJob } from '#kernel/job.ts';
import type { World } from '#kernel/world.ts';
import { deleteStale } from './clean-up.queries.ts';

export const cleanUpJob = periodicJob('clean_up');

/** Every hour. */
export const cleanUp = ({ db, clock }: World): Promise<void> => db.write((tx) => deleteStale(tx, clock.now()));
