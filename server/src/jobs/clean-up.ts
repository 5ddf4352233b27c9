import { periodicJob } from '#server/kernel/job/job.ts';
import type { World } from '#server/kernel/world.ts';
import { eraseArchives } from '#server/domain/documents/archive/make.ts';
import { forgetOldTexts } from '#server/domain/messaging/delivery/text-message.ts';
import { deleteStale } from './clean-up.queries.ts';
import { removeUnusedFiles } from './messaging/support.ts';

export const cleanUpJob = periodicJob('clean_up');

/** The hourly job that deletes stale rows and files. */
export async function cleanUp(world: World): Promise<void> {
  await world.db.write((tx) => deleteStale(tx, world.clock.now()));
  await world.db.write((tx) => forgetOldTexts(tx, world.clock.now()));
  await removeUnusedFiles(world);
  await eraseArchives(world);
}
