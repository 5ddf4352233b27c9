import { z } from 'zod';
import { call } from '../kernel/call/call.ts';
import { CHANGED_SERVICE } from '../kernel/call/outdates.ts';
import { ChangeOption, ChangePlan, ChangeSummary, MONEY, PlanChangeSummary } from './plan-shapes.ts';

// The plan, plans to change to, previews and the undo of a planned change are those of `plan/*`, which take a service of any kind.

/** Genres in the order in which they are shown. */
const ChannelGenre = z.enum(['air', 'film', 'knowledge', 'kids', 'news', 'sport', 'music', 'other']);

const Channel = z.object({
  channel_id: z.int(),
  number: z.int().meta({ description: 'Its button on the remote control' }),
  name: z.string(),
  genre: ChannelGenre,
  is_hd: z.boolean(),
  has_archive: z.boolean().meta({ description: 'Whether what was shown within a week can be watched' }),
});

const channel_ids = z.array(z.int());

export const tvPlan = {
  channels: call({
    method: 'GET',
    path: '/v2/tv-plan/channels',
    members: ['full'],
    summary: 'Channels of the provider by number, and which of them each TV plan and TV program gives',
    freshFor: 3_600_000,
    result: z.object({
      channels: z.array(Channel),
      plans: z.array(z.object({ plan_id: z.int(), channel_ids })),
      programs: z
        .array(z.object({ programm_id: z.int(), channel_ids }))
        .meta({ description: 'A starter program gives the channels of its plan' }),
    }),
  }),
  change: call({
    method: 'POST',
    path: '/v2/tv-plan/change',
    members: ['full'],
    summary: 'Change the plan of a TV service now or from the next period',
    outdates: CHANGED_SERVICE,
    body: ChangePlan,
    result: PlanChangeSummary,
    problems: MONEY,
  }),
  changeOption: call({
    method: 'POST',
    path: '/v2/tv-plan/change-option',
    members: ['full'],
    summary: 'Switch an option of a TV service on or off',
    outdates: CHANGED_SERVICE,
    body: ChangeOption,
    result: ChangeSummary,
    problems: MONEY,
  }),
};
