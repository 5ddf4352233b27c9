import { z } from 'zod';
import { AskedUser } from '../kernel/call/asked-id.ts';
import { CatalogueId, DayText, InstantText, Money } from '../kernel/call/wire.ts';
import { Discount } from '../discount-shape.ts';
import { Control, NewPrice, Preview, Version } from '../shapes.ts';

// Shared by the calls that change the plan and the options of a service of any kind.

const When = z.enum(['now', 'next_period']).meta({ description: 'At once, or from the next billing day' });

export const AskedPlan = z.strictObject({ user_id: AskedUser, plan_id: CatalogueId, when: When });
export const AskedOption = z.strictObject({
  user_id: AskedUser,
  option_id: CatalogueId,
  status: z.enum(['on', 'off']),
});
export const ChangePlan = AskedPlan.extend({ version: Version.optional() });
export const ChangeOption = AskedOption.extend({ version: Version.optional() });

/** Error codes of every change of a service that costs money. */
export const MONEY = ['not_enough_money', 'change_not_allowed', 'changed_meanwhile'] as const;

export const ChangeSummary = Preview.extend({ version: Version });
/** What a change of plan does. */
export const PlanChange = Preview.extend({
  speed_mbit: z.object({ was: z.int().nullable(), will: z.int().nullable() }).meta({
    description: 'Mbit/s of the current and the new plan; null for a plan without a speed',
  }),
  handed_over: z.boolean().meta({ description: 'Whether another billing is asked for it' }),
});

export const PlanChangeSummary = PlanChange.extend({ version: Version });

const Plan = z.object({
  plan_id: z.int(),
  name: z.string(),
  summary: z.string().meta({ description: 'In short: «300 Мбит/с», «148 каналов»' }),
  price: Money,
  new_price: NewPrice,
  discount: Discount,
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
  discount: Discount,
  changes_on: DayText.nullable().meta({ description: 'The day of a planned start or end' }),
  control: Control,
});

/** The plan of a service, the plans it can change to, and options. */
export const PlanList = z.object({
  version: Version,
  plan: Plan.nullable(),
  planned: z.object({ plan: Plan, from: DayText, by: z.enum(['client', 'operator']), control: Control }).nullable(),
  undo: z
    .object({ plan: Plan, until: z.iso.datetime({ offset: true }) })
    .nullable()
    .meta({ description: 'The previous plan, while the change can be undone without loss' }),
  asked: z
    .object({
      plan: z.object({ plan_id: z.int(), name: z.string() }),
      from: DayText,
      at: InstantText,
      state: z.enum(['waiting', 'confirmed', 'refused']),
      reason: z.string().nullable().meta({ description: 'Why it was refused' }),
      answered_at: InstantText.nullable(),
    })
    .nullable()
    .meta({ description: 'The change that another billing was asked for: until it shows, or was refused for a month' }),
  next_period: DayText.nullable(),
  plans: z.array(Offer),
  options: z.array(Option),
});
