import { z } from 'zod';
import type { Effect } from '#server/kernel/job/effect.ts';

interface OfEvent {
  readonly orderId: number;
  readonly eventId: number;
}

/** Tells the provider's help desk of one line of a timeline; lines of one order come in order. */
export const tellHelpDeskEffect: Effect<OfEvent> = {
  kind: 'support.event',
  title: 'событие заявки для службы поддержки',
  version: 1,
  payload: z.object({ orderId: z.int(), eventId: z.int() }),
  queue: ({ orderId }) => `support-order:${orderId}`,
};

/** The steps of a request; the help desk is told of each once. */
const STEPS = ['asked', 'taken', 'late', 'late_again', 'withdrawn', 'finished'] as const;

export interface OfRequest {
  readonly kind: 'call_back' | 'new_client';
  readonly requestId: number;
  readonly step: (typeof STEPS)[number];
}

/** Tells it that somebody asks for a call or a connection, and each further step of that request; in order. */
export const tellOfRequestEffect: Effect<OfRequest> = {
  kind: 'support.request',
  title: 'просьба позвонить или подключить для службы поддержки',
  version: 1,
  payload: z.object({
    kind: z.enum(['call_back', 'new_client']),
    requestId: z.int(),
    step: z.enum(STEPS).default('asked'),
  }),
  queue: ({ kind, requestId }) => `support-request:${kind}:${requestId}`,
};
