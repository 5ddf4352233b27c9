import { z } from 'zod';
import { call } from './kernel/call.ts';
import { AccountKind, DayText, inAddress, InstantText, Money, wholeNumber } from './kernel/wire.ts';
import { SumPart, UserType } from './shapes.ts';

/** A service that an entry is about. */
const Service = z.object({ user_id: z.int(), user_type: UserType, name: z.string() });

/** What takes an entry back: a call that exists, with what it is told of the service or the account. */
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
  name: z.string().optional().meta({ description: 'What the option or program is called' }),
  option_id: z.int().optional(),
  programm_id: z.int().optional(),
  until: InstantText.meta({ description: 'The moment at which it is carried out' }),
});

const Entry = z.object({
  day: DayText,
  last_day: DayText.nullable().meta({
    description: 'The last of several days of charges by the day; null for one day',
  }),
  kind: z.enum(['charge', 'plan', 'option', 'program', 'promotion', 'promise', 'autopayment', 'suspension', 'return']),
  p: AccountKind,
  title: z.string(),
  text: z.string().meta({ description: 'One more sentence; empty when there is nothing to add' }),
  amount: Money.nullable().meta({ description: 'What comes to the account, negative for what is taken' }),
  parts: z.array(SumPart).meta({ description: 'What a charge is made up of, charges positive' }),
  balance_after: Money.nullable().meta({ description: 'What the account holds then; null where no money moves' }),
  missing: Money.nullable().meta({ description: 'What is missing for a charge; null when it is covered' }),
  services: z.array(Service).meta({ description: 'Services alike in all this; none for the whole account' }),
  by: z.enum(['client', 'operator']).nullable().meta({ description: 'Who has planned it, where somebody has' }),
  undo: Undo.nullable(),
  undo_reason: z.string().nullable().meta({
    description: 'Why a planned thing cannot be taken back; null when it can, or nothing was decided',
  }),
});

/** Everything planned on a contract, of all its accounts and services. */
export const calendar = {
  get: call({
    method: 'GET',
    path: '/v2/calendar',
    summary:
      'Everything planned: charges, changes, ends of promises and promotions, by day, with the way to take it back',
    query: z.strictObject({ days: inAddress(wholeNumber(1, 366)).default(60) }),
    result: z.object({
      from: DayText,
      until: DayText.meta({ description: 'The last day looked at; it counts' }),
      entries: z.array(Entry).meta({ description: 'By day, in the order in which the provider carries them out' }),
    }),
  }),
};
