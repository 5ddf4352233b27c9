import { z } from 'zod';
import type { Effect } from '#server/kernel/job/effect.ts';

export const chargeSubscriptionEffect: Effect<{ readonly paymentId: string }> = {
  kind: 'autopayment.charge',
  title: 'списать автоплатёж',
  version: 1,
  payload: z.object({ paymentId: z.uuid() }),
};

export const cancelSubscriptionEffect: Effect<{ readonly subscriptionId: string }> = {
  kind: 'autopayment.cancel',
  title: 'отвязать счёт в банке',
  version: 1,
  payload: z.object({ subscriptionId: z.string() }),
};
