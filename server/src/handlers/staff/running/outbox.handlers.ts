import type { OperatorContract } from '@kabinet/contract/staff';
import { openEffects } from '#server/db/queries/outbox.ts';
import { retryEffect } from '#server/kernel/job/outbox.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { effectHandlers } from '../../../effects.ts';

export const outboxHandlers: PlainHandlers<OperatorContract['outbox']> = {
  list: async (_, { db }) => {
    const effects = await openEffects(db);
    return effects.map((effect) => ({ ...effect, title: effectHandlers.get(effect.kind)?.title ?? null }));
  },
  retry: async ({ body }, { db }) => {
    const isRenewed = await retryEffect(db, body.effect_id);
    if (!isRenewed) throw new Problem('effect_not_failed');
    return { effect_id: body.effect_id };
  },
};
