import { z } from 'zod';
import { InstantText } from '@kabinet/contract/kernel/call/wire';
import type { Instant } from '@kabinet/contract/kernel/day';
import { periodicJob, type Job } from '#server/kernel/job/job.ts';

interface Promised {
  readonly orderId: number;
  readonly answerBy: Instant;
}

/** Runs at the moment until which an answer was promised. A newer promise replaces it. */
export const orderLateJob: Job<Promised> = {
  name: 'support_order_late',
  version: 1,
  payload: z.object({ orderId: z.int(), answerBy: InstantText }),
  key: ({ orderId }) => `support-order-late:${orderId}`,
};

interface OfIncident {
  readonly incidentId: number;
}

/** Gives back the fees of the time without service. */
export const compensateIncidentJob: Job<OfIncident> = {
  name: 'compensate_incident',
  version: 1,
  payload: z.object({ incidentId: z.int() }),
  key: ({ incidentId }) => `compensate-incident:${incidentId}`,
};

/** Records calls that were promised and not made. */
export const callsLateJob = periodicJob('support_calls_late');
