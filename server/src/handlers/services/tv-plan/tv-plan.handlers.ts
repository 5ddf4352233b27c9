import type { contract } from '@kabinet/contract';
import { decideOption, decidePlan } from '#server/domain/changes/decision/decide-plan.ts';
import { tvChannels, channelsOfPlans, channelsOfPrograms } from '#server/domain/services/tv/channel.queries.ts';
import { ownTv } from '#server/domain/services/tv/own-tv.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';

export const tvPlanHandlers: PlainHandlers<typeof contract.tvPlan> = {
  channels: async (_, { db }) => {
    const [all, plans, programs] = await Promise.all([tvChannels(db), channelsOfPlans(db), channelsOfPrograms(db)]);
    return { channels: all, plans, programs };
  },
  change: ({ body }, scope) => decidePlan(scope, body, ownTv),
  changeOption: ({ body }, scope) => decideOption(scope, body, ownTv),
};
