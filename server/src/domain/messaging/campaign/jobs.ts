import { z } from 'zod';
import type { Job } from '#server/kernel/job/job.ts';

/** Sends a campaign, part by part. */
export const sendCampaignJob: Job<{ readonly campaignId: number }> = {
  name: 'send_campaign',
  version: 1,
  payload: z.object({ campaignId: z.int() }),
  key: ({ campaignId }) => `campaign:${campaignId}`,
};
