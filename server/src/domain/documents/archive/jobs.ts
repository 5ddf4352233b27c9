import { z } from 'zod';
import type { Job } from '#server/kernel/job/job.ts';

/** Makes an archive that was ordered. */
export const makeArchiveJob: Job<{ readonly archiveId: string }> = {
  name: 'make_archive',
  version: 1,
  payload: z.object({ archiveId: z.string() }),
  key: ({ archiveId }) => `archive:${archiveId}`,
};

/** Archives are long work, so they are made one after the other. */
export const ARCHIVE_QUEUE = 'archive';
