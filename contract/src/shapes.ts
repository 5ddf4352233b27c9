import { z } from 'zod';
import { AskedUserInAddress } from './kernel/asked-id.ts';
import {
  AccountKind,
  AskedDay,
  AskedPeriod,
  DayText,
  InstantText,
  Money,
  PageQuery,
  PeriodText,
  text,
} from './kernel/wire.ts';

/** The address of one service account of the caller. */
export const UserPath = z.strictObject({ id: AskedUserInAddress });

/** Types of service accounts; every one but tv, sip and mail is shown under «Интернет». */
export const UserType = z.enum([
  'isg',
  'ethernet',
  'homenet',
  'dialup',
  'dialup_t',
  'dialup_city',
  'tv',
  'sip',
  'mail',
]);

export const UserState = z.enum(['connecting', 'active', 'paused', 'blocked', 'closed']);
/** Why a service account is blocked (domain.md, 5). */
export const BlockReason = z.enum([
  'debt',
  'login_locked',
  'session_stuck',
  'binding_stale',
  'schedule',
  'abuse',
  'operator',
  'repair',
]);

/** A line of a sum: what it is for and how much. */
export const SumPart = z.object({ text: z.string(), amount: Money });

/** An account right after a payment, with all that is charged at once. */
export const AfterPayment = z.object({
  balance: Money,
  lasts_until: DayText.nullable(),
  days_left: z.int().nullable(),
  promise_last_day: DayText.optional().meta({
    description: 'The last day of a promised payment, where nothing but it ends the time for which the money lasts',
  }),
  switches_on: z.array(z.string()).meta({ description: 'Names of the services that the payment brings back' }),
});

/** A charge that lies ahead: the day, its sum, and what the account holds after it. */
const UpcomingCharge = z.object({
  day: DayText,
  amount: Money,
  parts: z.array(SumPart).meta({ description: 'What it is made up of; at most 12 lines, the rest summed in the last' }),
  balance_after: Money,
  missing: Money.meta({ description: 'What is missing for this charge; 0.00 when it is covered' }),
});

/** The state of one account (`i` or `t`). */
export const Account = z.object({
  kind: AccountKind,
  account_no: z.string(),
  balance: Money,
  credit_limit: Money.meta({ description: 'How far below zero the account may go' }),
  days_left: z
    .int()
    .nullable()
    .meta({ description: 'Days the money lasts at today’s plans; null when nothing is charged' }),
  lasts_until: DayText.nullable().meta({ description: 'The day of the first charge that is not covered' }),
  blocked: z.boolean().meta({ description: 'Whether services of this account are switched off for debt' }),
  promise_last_day: DayText.optional().meta({
    description: 'The last day of a promised payment in force; absent without one',
  }),
  next_charge: UpcomingCharge.nullable(),
  upcoming: z
    .array(UpcomingCharge)
    .meta({ description: 'The next charges, by day, up to and with the first uncovered one' }),
});

/** Whether something can be switched, and if not, why and from when. */
export const Control = z.object({
  status: z.enum(['on', 'off', 'on_pending', 'off_pending', 'locked']),
  text: z.string().meta({ description: 'Why it is locked, or what is pending; empty when there is nothing to say' }),
  possible_from: DayText.nullable().meta({
    description: 'The day from which a locked one is possible, where that is known',
  }),
});

/** What an action does at once to the account that pays for it, and to the services. Money is in roubles. */
const AtOnce = {
  charge_now: Money.meta({ description: 'Taken from the account at once; negative when something is given back' }),
  parts: z.array(SumPart).meta({ description: 'What is charged and given back at once' }),
  balance_after: Money,
  missing: Money.meta({ description: 'What the account lacks for it; 0.00 when it can be done' }),
  switches_on: z.array(z.string()).meta({ description: 'Names of what begins to work' }),
  switches_off: z.array(z.string()).meta({ description: 'Names of what stops working' }),
};

/** What an action does to the whole account, told before it is done. */
export const AccountPreview = z.object({
  ...AtOnce,
  charge_next: z
    .object({ day: DayText, amount: Money })
    .nullable()
    .meta({ description: 'The next charge of the account; null when none is in sight' }),
});

/** A regular price: for a month, or for a day where it is charged by the day. */
const Rate = z.object({ amount: Money, unit: z.enum(['month', 'day']) });

/** What a change of a service or of its programs does: the same before it is made and after. */
export const Preview = z.object({
  ...AtOnce,
  from: DayText.meta({ description: 'The day from which the change counts' }),
  price: z.object({ was: Rate.nullable(), will: Rate.nullable() }).meta({
    description:
      'The price of what is changed (the plan, option or program; the days of a suspension) today and from `from` on, promotions counted; null where nothing is sold',
  }),
  monthly: z.object({ was: Money, will: Money }).meta({
    description:
      'What the service with its options and programs costs for a month today and from `from` on, a plan by the day for 30 days; of a program of the contract, that program. 0.00 while suspended',
  }),
  charge_next: z
    .object({
      day: DayText,
      amount: Money,
      missing: Money.meta({
        description:
          'What the account will lack by then, with all that it is charged for until then; 0.00 when nothing',
      }),
    })
    .nullable()
    .meta({
      description:
        'The first charge, after today and from `from` on, of this service with its options and programs, or of this program of the contract, and of nothing else on the account; null when none is in sight, and in debt',
    }),
  undo_until: InstantText.nullable().meta({
    description:
      'Until then it is taken back without loss: ten minutes, not over midnight, for a change at once (decisions 0047, 0057); until its day begins for a planned one. null: it is not',
  }),
  changeable_from: DayText.nullable().meta({
    description:
      'The first day on which the plan can be changed again (`plan_change.days_between` of the provider’s settings, at least one); null: at any time',
  }),
  ends_undo: z
    .object({ plan: z.string(), until: InstantText })
    .nullable()
    .meta({ description: 'The former plan, whose return without loss this change ends; null: none' }),
  notes: z
    .array(z.string())
    .meta({ description: 'What else is to be known, in Russian sentences without a full stop' }),
});

/** What a decision names, so that nothing else is done than what was shown; its answer names what it was made on. */
export const Version = text(40).meta({
  description:
    'Of a state and of a day: a decision names the one that it was made on, and is changed_meanwhile on another state, or on another day, which has other sums (then `errors` names `body.version`)',
});

export const Text = z.object({ text: z.string() });

/** A line that another one takes back, in part or whole, or the one that does it. */
const OtherLine = z.object({ entry_id: z.int(), day: DayText, text: z.string(), amount: Money });

/** A line of an account: what it adds is positive, what it takes negative; `side` tells what it counts in (docs/decisions: 61). */
export const Movement = z.object({
  entry_id: z.int(),
  day: DayText,
  at: InstantText,
  amount: Money,
  kind: z.enum(['payment', 'charge', 'refund', 'correction', 'opening']),
  side: z.enum(['paid', 'charged']).meta({
    description: 'The sum of the month that it counts in; a return lowers the sum of what it returns',
  }),
  text: z.string(),
  method: z
    .string()
    .nullable()
    .meta({ description: 'How it was paid: sbp, card, cash, bank, transfer, promised; null for a charge' }),
  user_id: z.int().nullable().meta({ description: 'The service account that a charge is for' }),
  phone_number: z.string().nullable().meta({ description: 'The number that a charge is for' }),
  service: z.string().nullable().meta({ description: 'Its name' }),
  period: z.string().nullable(),
  service_from: DayText.nullable().meta({ description: 'The first day that was paid for' }),
  service_until: DayText.nullable().meta({ description: 'The day after the last one' }),
  rate: z
    .object({ amount: Money, unit: z.enum(['month', 'day']).nullable() })
    .nullable()
    .meta({ description: 'The price by which it was charged; without a unit: once' }),
  corrects: OtherLine.nullable().meta({ description: 'The line that this one takes back' }),
  corrected_by: z.array(OtherLine).meta({ description: 'The lines that take this one back' }),
  has_receipt: z.boolean().meta({ description: 'Whether document/link gives a receipt of it' }),
  fiscal_receipt: z
    .object({
      state: z.enum(['due', 'done']).meta({ description: 'due: the cash register has not made it yet' }),
      url: z.url().nullable().meta({ description: 'Where it is read; null while it is due' }),
      fn_number: z.string().nullable(),
      fd_number: z.string().nullable(),
      fpd: z.string().nullable().meta({ description: 'By these three numbers the tax office checks it' }),
    })
    .nullable()
    .meta({ description: 'The receipt of the cash register (54-ФЗ); null for a line that has none from us' }),
});

/** How a list of movements is asked for, newest first. */
export const HistoryQuery = PageQuery.extend({
  period: AskedPeriod.optional(),
  from: AskedDay.optional(),
  until: AskedDay.optional().meta({ description: 'The last day; it counts' }),
  q: text(100)
    .trim()
    .optional()
    .meta({ description: 'A part of the text or of the name of the service, or the very sum' }),
});

/** What a month was spent on, the dearest first, and what was paid in. */
export const MonthServices = z.object({
  period: PeriodText,
  services: z.array(
    z.object({
      user_id: z.int().nullable(),
      phone_number: z.string().nullable(),
      name: z.string(),
      amount: Money.meta({ description: 'Charged less returned' }),
      returned: Money.meta({ description: 'What was returned of the charges of this service; part of amount' }),
      lines: z.int().meta({ description: 'Charges, without returns' }),
    }),
  ),
  incoming: z.array(z.object({ kind: Movement.shape.kind, amount: Money, lines: z.int() })),
});

/** opening + paid − charged = closing. */
export const MonthTotal = z.object({
  period: z.string(),
  opening: Money,
  paid: Money.meta({ description: 'Paid in, less refunds to the payer' }),
  charged: Money.meta({ description: 'Charged, less what was returned' }),
  closing: Money,
});
