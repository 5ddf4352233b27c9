import type { World } from '#kernel/world.ts';
import { deleteStale } from './clean-up.queries.ts';

/** The job `clean_up`, every hour. */
export const cleanUp = ({ db, clock }: World): Promise<void> => db.write((tx) => deleteStale(tx, clock.now()));
