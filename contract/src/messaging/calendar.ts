import { z } from 'zod';
import { call } from '../kernel/call/call.ts';
import { AccountKind, DayText, inAddress, InstantText, Money, wholeNumber } from '../kernel/call/wire.ts';
import { SumPart, UserType } from '../shapes.ts';

/** A service that an entry is about. */
const Service = z.object({ user_id: z.int(), user_type: UserType, name: z.string() });

/** How to cancel an entry: the call, and its arguments for the service or the account. */
const Undo = z.object({
  does: z
    .enum([
      'cancel_plan',
      'keep_option',
      'drop_option',
      'keep_program',
      'drop_program',
      'skip_autopayment',
      'cancel_suspension',
    ])
    .meta({
      description:
        'plan/delay-cancel; plan/change-option back on or off; change-program back; autopayment/skip; suspension/cancel',
    }),
  name: z.string().optional().meta({ description: 'Name of the option or program' }),
  option_id: z.int().optional(),
  programm_id: z.int().optional(),
  until: InstantText.meta({ description: 'The time at which the entry is carried out' }),
});

const Entry = z.object({
  day: DayText,
  last_day: DayText.nullable().meta({
    description: 'The last of several days of charges by the day; null for one day',
  }),
  kind: z.enum([
    'charge',
    'plan',
    'option',
    'program',
    'promotion',
    'price',
    'promise',
    'autopayment',
    'suspension',
    'return',
  ]),
  p: AccountKind,
  title: z.string(),
  text: z.string().meta({ description: 'One more sentence, or empty' }),
  amount: Money.nullable().meta({ description: 'Change of the balance; negative for a charge' }),
  parts: z.array(SumPart).meta({ description: 'The parts of a charge; charges are positive' }),
  balance_after: Money.nullable().meta({ description: 'The balance after it; null when no money moves' }),
  missing: Money.nullable().meta({ description: 'The sum missing for a charge; null when it is covered' }),
  services: z.array(Service).meta({ description: 'The services that share all this; none for the whole account' }),
  by: z.enum(['client', 'operator']).nullable().meta({ description: 'Who planned it; null when nobody did' }),
  undo: Undo.nullable(),
  undo_reason: z.string().nullable().meta({
    description: 'Why it cannot be cancelled; null when it can, or when nobody planned it',
  }),
});

/** Everything planned on a contract, of all its accounts and services. */
export const calendar = {
  get: call({
    method: 'GET',
    path: '/v2/calendar',
    members: ['payer', 'full'],
    summary:
      'Everything planned: charges, changes, ends of promises and promotions, by day, with the calls that cancel it',
    query: z.strictObject({ days: inAddress(wholeNumber(1, 366)).default(60) }),
    result: z.object({
      from: DayText,
      until: DayText.meta({ description: 'The last day, inclusive' }),
      entries: z.array(Entry).meta({ description: 'By day, in the order in which the provider carries them out' }),
    }),
  }),
};
