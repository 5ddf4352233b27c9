import { z } from 'zod';
import type { Job } from '#server/kernel/job/job.ts';

export const carryOutRefundJob: Job<{ readonly refundId: string }> = {
  name: 'carry_out_refund',
  version: 1,
  payload: z.object({ refundId: z.guid() }),
  key: ({ refundId }) => `refund:${refundId}`,
};
