import { z } from 'zod';
import type { Job } from '#server/kernel/job/job.ts';

/** Orders the network to apply a changed plan to all services that have it; null: a changed zone of calls to all SIP lines. */
export const orderServicesJob: Job<{ readonly planId: number | null }> = {
  name: 'order_services',
  version: 1,
  payload: z.object({ planId: z.int().nullable() }),
  key: ({ planId }) => `order_services:${planId ?? 'sip'}`,
};
