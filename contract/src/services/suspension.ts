import { z } from 'zod';
import { AskedUser } from '../kernel/call/asked-id.ts';
import { call } from '../kernel/call/call.ts';
import { CHANGED_SERVICE } from '../kernel/call/outdates.ts';
import { AskedDay, DayText, Money } from '../kernel/call/wire.ts';
import { Preview, SumPart, UserPath, Version } from '../shapes.ts';

const Span = z.object({
  from: DayText,
  until: DayText.meta({ description: 'The day after the last one' }),
});

/** Days and price of a suspension, agreed or proposed. */
const Agreed = {
  from: DayText.meta({ description: 'The first day without service' }),
  until: DayText.meta({ description: 'The day of return' }),
  days: z.int(),
  free_days: z.int(),
  paid_days: z.int(),
  paid: z.array(Span).meta({ description: 'The paid days' }),
  day_price: Money.meta({ description: 'The price of each paid day, charged day by day' }),
  days_cost: Money.meta({ description: 'The price of all paid days' }),
  start_price: Money.meta({ description: 'The price of the suspension itself, charged on its first day' }),
  early_return: z
    .object({ price: Money })
    .nullable()
    .meta({ description: 'The price of an early return; null: not possible' }),
};

/** Charges of a future day by the forecast; money given back is negative. */
const OnDay = z.object({ day: DayText, amount: Money, parts: z.array(SumPart) });

const SuspensionSummary = Preview.extend({
  ...Agreed,
  on_start: OnDay.nullable().meta({ description: 'Charges of the first day; null when that is today' }),
  on_return: OnDay.meta({ description: 'Charges of the day of return' }),
  version: Version,
});

const Returned = Preview.extend({ version: Version });

const Dates = z.strictObject({ user_id: AskedUser, from: AskedDay, until: AskedDay });
const OfUser = z.strictObject({ user_id: AskedUser });
const Decided = { version: Version.optional() };

const REFUSED = ['change_not_allowed', 'changed_meanwhile'] as const;
const MONEY = ['not_enough_money', ...REFUSED] as const;

/** An internet, TV or SIP service that its client switches off for a time (добровольная приостановка). */
export const suspension = {
  get: call({
    method: 'GET',
    path: '/v2/suspension/{id}',
    members: ['full'],
    summary:
      'Terms of a suspension: whether it is possible, or why not and from when; free days left; the planned or active one',
    params: UserPath,
    result: z.object({
      terms: z
        .object({
          shortest_days: z.int(),
          longest_days: z.int(),
          free_days_a_year: z.int(),
          day_price: Money,
          start_price: Money,
          days_between: z.int(),
          days_ahead: z.int(),
          early_return: Agreed.early_return,
        })
        .nullable()
        .meta({ description: 'The provider’s terms; null when it offers no suspension' }),
      version: Version,
      available: z.boolean().meta({ description: 'Whether a suspension can be started or planned now' }),
      reason: z.string().nullable().meta({ description: 'Why not, or why not today; null when it can begin today' }),
      available_from: DayText.nullable().meta({
        description: 'The first day on which it can begin, if known',
      }),
      latest_from: DayText.nullable().meta({ description: 'The last day on which it can begin' }),
      charged_elsewhere: z
        .literal(true)
        .optional()
        .meta({ description: 'Another billing charges: it is asked for a pause, and only it knows the price' }),
      free_left: z.int().meta({ description: 'Free days left in this calendar year' }),
      current: z
        .object({
          state: z.enum(['planned', 'active']),
          ...Agreed,
          is_applied: z.boolean().meta({ description: 'Whether the network has applied it' }),
          return_reason: z
            .string()
            .nullable()
            .meta({ description: 'Why it cannot be ended or cancelled now; null when it can' }),
        })
        .nullable(),
    }),
  }),
  preview: call({
    method: 'POST',
    path: '/v2/suspension/preview',
    members: ['full'],
    summary: 'What a suspension on these days does to the money, to the kopeck, before it is made; changes nothing',
    outdates: [],
    body: Dates,
    result: SuspensionSummary,
    problems: MONEY,
  }),
  start: call({
    method: 'POST',
    path: '/v2/suspension',
    members: ['full'],
    summary: 'Suspend the service: today at once, or from a later day',
    outdates: CHANGED_SERVICE,
    body: Dates.extend(Decided),
    result: SuspensionSummary,
    problems: MONEY,
  }),
  cancel: call({
    method: 'POST',
    path: '/v2/suspension/cancel',
    members: ['full'],
    summary: 'Cancel a suspension that has not begun; a repeated call succeeds, too',
    outdates: CHANGED_SERVICE,
    body: OfUser,
    result: z.object({
      cancelled: z.boolean().meta({ description: 'Whether there was one to cancel' }),
      handed_over: z.boolean().optional().meta({ description: 'Another billing is asked for it' }),
    }),
    problems: REFUSED,
  }),
  returnPreview: call({
    method: 'POST',
    path: '/v2/suspension/return-preview',
    members: ['full'],
    summary: 'What an early return does to the money, before it is made; changes nothing',
    outdates: [],
    body: OfUser,
    result: Returned,
    problems: MONEY,
  }),
  return: call({
    method: 'POST',
    path: '/v2/suspension/return',
    members: ['full'],
    summary: 'Return early: the service works at once, and the days that are left are charged',
    outdates: CHANGED_SERVICE,
    body: OfUser.extend(Decided),
    result: Returned,
    problems: MONEY,
  }),
};
