import type { OperatorContract } from '@kabinet/contract/staff';
import { failedJobs, retryJob } from '#server/db/queries/jobs.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';

export const jobsHandlers: PlainHandlers<OperatorContract['jobs']> = {
  failed: (_, { db }) => failedJobs(db),
  retry: async ({ body }, { db }) => {
    if (!(await retryJob(db, body.job_id))) throw new Problem('job_not_failed');
    return { job_id: body.job_id };
  },
};
