import { z } from 'zod';
import { DayText, Money } from '../kernel/call/wire.ts';

/** The time that a plan includes in a period, and how much of it calls have used. */
export const PackageUse = z.object({
  name: z.string(),
  zones: z.array(z.string()).meta({ description: 'Names of the zones that it covers' }),
  included_seconds: z.int(),
  used_seconds: z.int(),
});

export const PhoneNumber = z.object({
  phone_number: z.string().meta({ description: 'Eleven digits with a leading 7' }),
  state: z.enum(['active', 'blocked', 'closed']),
  reason: z.enum(['debt', 'operator']).nullable(),
  blocked_because: z.string().nullable().meta({
    description: 'Why the provider has closed it, in his words; null: it is not closed by him, or he has not said why',
  }),
  plan: z.string(),
  price: Money.nullable().meta({ description: 'Null for a role that sees no money' }),
  opened_on: DayText,
  closed_on: DayText.nullable(),
  is_applied: z.boolean().meta({
    description: 'Whether the telephone exchange has carried out every change of the number; until then «применяется…»',
  }),
});

/** For the first screen, which shows a contract of many services by its places (`user.overview`). */
export const OnlyFew = z
  .literal('few')
  .optional()
  .meta({ description: '`few`: refused with many_services if the contract has more than 12 services and numbers' });
