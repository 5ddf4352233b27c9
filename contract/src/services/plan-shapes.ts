import { z } from 'zod';
import { AskedUser } from '../kernel/call/asked-id.ts';
import { CatalogueId } from '../kernel/call/wire.ts';
import { Preview, Version } from '../shapes.ts';

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
export const PlanChangeSummary = ChangeSummary.extend({
  speed_mbit: z.object({ was: z.int().nullable(), will: z.int().nullable() }).meta({
    description: 'Mbit/s of the current and the new plan; null for a plan without a speed',
  }),
});
