import type { Tx } from '#db/database.ts';
import { enqueueEffect } from '#kernel/outbox.ts';
import { tellHelpDesk, tellOfRequest } from './effects.ts';

/** The help desk is told of this line of a timeline, once. */
export const helpDeskHears = (tx: Tx, orderId: number, eventId: number): Promise<unknown> =>
  enqueueEffect(tx, tellHelpDesk, { orderId, eventId }, { uniqueKey: `support:${eventId}` });

/** The help desk is told of this request, once. */
export const helpDeskHearsRequest = (tx: Tx, kind: 'call_back' | 'new_client', requestId: number): Promise<unknown> =>
  enqueueEffect(tx, tellOfRequest, { kind, requestId }, { uniqueKey: `${kind}:${requestId}` });
