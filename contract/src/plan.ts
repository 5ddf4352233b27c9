import { z } from 'zod';
import { AskedUser } from './kernel/asked-id.ts';
import { call } from './kernel/call.ts';
import { CHANGED_SERVICE } from './kernel/outdates.ts';
import { CatalogueId, DayText, Money } from './kernel/wire.ts';
import { Control, Preview, UserPath, Version } from './shapes.ts';

const When = z.enum(['now', 'next_period']).meta({ description: 'At once, or from the next billing day' });

const Plan = z.object({
  plan_id: z.int(),
  name: z.string(),
  summary: z.string().meta({ description: 'What it gives: «300 Мбит/с», «148 каналов»' }),
  price: Money,
  unit: z.enum(['month', 'day']),
  speed_mbit: z.int().nullable(),
});

/** A plan that one may move to, or why not. */
const Offer = Plan.extend({
  monthly: Money.meta({ description: 'The price of thirty days, so that plans by the day and by the month compare' }),
  difference: Money.meta({ description: 'Against the present plan, for a month; negative when cheaper' }),
  control: Control,
});

const Option = z.object({
  option_id: z.int(),
  name: z.string(),
  oferta: z.string().meta({ description: 'Terms: HTML of the allow list' }),
  remarks: z.string().meta({ description: 'HTML of the allow list' }),
  price: Money,
  changes_on: DayText.nullable().meta({ description: 'When it begins or ends, where that is still to come' }),
  control: Control,
});

const ChangePlan = z.strictObject({ user_id: AskedUser, plan_id: CatalogueId, when: When });
const ChangeOption = z.strictObject({ user_id: AskedUser, option_id: CatalogueId, status: z.enum(['on', 'off']) });

/** Refusals of every change of a service that costs money. */
const MONEY = ['not_enough_money', 'change_not_allowed', 'changed_meanwhile'] as const;

const ChangeSummary = Preview.extend({ version: Version });
const PlanChangeSummary = ChangeSummary.extend({
  speed_mbit: z.object({ was: z.int().nullable(), will: z.int().nullable() }).meta({
    description: 'Mbit/s of the present plan and of the other; null of a plan without a speed',
  }),
});

export const plan = {
  options: call({
    method: 'GET',
    path: '/v2/plan/options/{id}',
    summary: 'The plan of a service, plans to move to, and options',
    params: UserPath,
    result: z.object({
      version: Version,
      plan: Plan.nullable(),
      planned: z.object({ plan: Plan, from: DayText, by: z.enum(['client', 'operator']), control: Control }).nullable(),
      undo: z
        .object({ plan: Plan, until: z.iso.datetime({ offset: true }) })
        .nullable()
        .meta({ description: 'The plan before, to which one may still go back without loss' }),
      next_period: DayText.nullable(),
      plans: z.array(Offer),
      options: z.array(Option),
    }),
  }),
  preview: call({
    method: 'POST',
    path: '/v2/plan/preview',
    summary: 'What a change of plan does to the money, to the kopeck, before it is made; changes nothing',
    outdates: [],
    body: ChangePlan,
    result: PlanChangeSummary,
    problems: MONEY,
  }),
  change: call({
    method: 'POST',
    path: '/v2/plan/change',
    summary: 'Change the plan now or from the next period',
    outdates: CHANGED_SERVICE,
    body: ChangePlan.extend({ version: Version.optional() }),
    result: PlanChangeSummary,
    problems: MONEY,
  }),
  optionPreview: call({
    method: 'POST',
    path: '/v2/plan/option-preview',
    summary: 'What switching an option does to the money, before it is done; changes nothing',
    outdates: [],
    body: ChangeOption,
    result: ChangeSummary,
    problems: MONEY,
  }),
  changeOption: call({
    method: 'POST',
    path: '/v2/plan/change-option',
    summary: 'Switch an option on or off',
    outdates: CHANGED_SERVICE,
    body: ChangeOption.extend({ version: Version.optional() }),
    result: ChangeSummary,
    problems: MONEY,
  }),
  delayCancel: call({
    method: 'POST',
    path: '/v2/plan/delay-cancel',
    summary: 'Cancel the delayed change of plan; said twice, it succeeds twice',
    outdates: CHANGED_SERVICE,
    body: z.strictObject({ user_id: AskedUser }),
    result: z.object({ cancelled: z.boolean().meta({ description: 'Whether there was one to cancel' }) }),
    problems: ['change_not_allowed'],
  }),
};
