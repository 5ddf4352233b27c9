import type { Tx } from '#server/db/database.ts';
import { enqueueEffect } from '#server/kernel/job/outbox.ts';
import { tellHelpDeskEffect, tellOfRequestEffect, type OfRequest } from './effects.ts';

/** Enqueues telling the help desk of this line of a timeline, once. */
export const helpDeskHears = (tx: Tx, orderId: number, eventId: number): Promise<unknown> =>
  enqueueEffect(tx, tellHelpDeskEffect, { orderId, eventId }, { uniqueKey: `support:${eventId}` });

/** Enqueues telling the help desk of this step of a request: once, but of each operator who takes it. */
export function helpDeskHearsRequest(tx: Tx, told: OfRequest): Promise<unknown> {
  const { kind, requestId, step } = told;
  const about = `${kind}:${requestId}`;
  if (step === 'taken') return enqueueEffect(tx, tellOfRequestEffect, told);
  return enqueueEffect(tx, tellOfRequestEffect, told, { uniqueKey: step === 'asked' ? about : `${about}:${step}` });
}
