import { z } from 'zod';
import { AskedUser } from '../kernel/call/asked-id.ts';
import { call } from '../kernel/call/call.ts';
import { CHANGED_SERVICE } from '../kernel/call/outdates.ts';
import { DayText, Money } from '../kernel/call/wire.ts';
import { Control, NewPrice, UserPath, Version } from '../shapes.ts';
import {
  AskedOption,
  AskedPlan,
  ChangeOption,
  ChangePlan,
  ChangeSummary,
  MONEY,
  PlanChangeSummary,
} from './plan-shapes.ts';

const Plan = z.object({
  plan_id: z.int(),
  name: z.string(),
  summary: z.string().meta({ description: 'In short: «300 Мбит/с», «148 каналов»' }),
  price: Money,
  new_price: NewPrice,
  unit: z.enum(['month', 'day']),
  speed_mbit: z.int().nullable(),
});

/** A plan to change to, or why this is not allowed. */
const Offer = Plan.extend({
  monthly: Money.meta({
    description: 'The price of thirty days, to compare plans charged by the day and by the month',
  }),
  difference: Money.meta({ description: 'Price per month minus that of the current plan; negative when cheaper' }),
  control: Control,
});

const Option = z.object({
  option_id: z.int(),
  name: z.string(),
  oferta: z.string().meta({ description: 'Terms: HTML of the allow list' }),
  remarks: z.string().meta({ description: 'HTML of the allow list' }),
  price: Money,
  new_price: NewPrice,
  changes_on: DayText.nullable().meta({ description: 'The day of a planned start or end' }),
  control: Control,
});

export const plan = {
  options: call({
    method: 'GET',
    path: '/v2/plan/options/{id}',
    members: ['full'],
    summary: 'The plan of a service, the plans it can change to, and options',
    params: UserPath,
    result: z.object({
      version: Version,
      plan: Plan.nullable(),
      planned: z.object({ plan: Plan, from: DayText, by: z.enum(['client', 'operator']), control: Control }).nullable(),
      undo: z
        .object({ plan: Plan, until: z.iso.datetime({ offset: true }) })
        .nullable()
        .meta({ description: 'The previous plan, while the change can be undone without loss' }),
      next_period: DayText.nullable(),
      plans: z.array(Offer),
      options: z.array(Option),
    }),
  }),
  preview: call({
    method: 'POST',
    path: '/v2/plan/preview',
    members: ['full'],
    summary: 'What a change of plan does to the money, to the kopeck, before it is made; changes nothing',
    outdates: [],
    body: AskedPlan,
    result: PlanChangeSummary,
    problems: MONEY,
  }),
  change: call({
    method: 'POST',
    path: '/v2/plan/change',
    members: ['full'],
    summary: 'Change the plan now or from the next period',
    outdates: CHANGED_SERVICE,
    body: ChangePlan,
    result: PlanChangeSummary,
    problems: MONEY,
  }),
  optionPreview: call({
    method: 'POST',
    path: '/v2/plan/option-preview',
    members: ['full'],
    summary: 'What switching an option does to the money, before it is done; changes nothing',
    outdates: [],
    body: AskedOption,
    result: ChangeSummary,
    problems: MONEY,
  }),
  changeOption: call({
    method: 'POST',
    path: '/v2/plan/change-option',
    members: ['full'],
    summary: 'Switch an option on or off',
    outdates: CHANGED_SERVICE,
    body: ChangeOption,
    result: ChangeSummary,
    problems: MONEY,
  }),
  delayCancel: call({
    method: 'POST',
    path: '/v2/plan/delay-cancel',
    members: ['full'],
    summary: 'Cancel the delayed change of plan; a repeated call succeeds, too',
    outdates: CHANGED_SERVICE,
    body: z.strictObject({ user_id: AskedUser }),
    result: z.object({ cancelled: z.boolean().meta({ description: 'Whether there was one to cancel' }) }),
    problems: ['change_not_allowed'],
  }),
};
