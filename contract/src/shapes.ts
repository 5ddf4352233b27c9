import { z } from 'zod';
import { AskedUserInAddress } from './kernel/call/asked-id.ts';
import { AccountKind, DayText, InstantText, Money, text } from './kernel/call/wire.ts';

/** The number that a contract has on its papers: shown instead of contract_id. */
export const PrintedNo = z
  .string()
  .nullable()
  .meta({ description: 'The number on the papers, shown instead of contract_id; null: there is no other' });

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

/** A part of a sum, and its text. */
export const SumPart = z.object({ text: z.string(), amount: Money });

/** The part of a payment that belongs to one account. A payment has one part or two; then `i` is first. */
export const PaymentPart = z.object({ p: AccountKind, amount: Money });
export const PaymentParts = z.array(PaymentPart);

/** An account right after a payment and all charges due at once. */
export const AfterPayment = z.object({
  balance: Money,
  lasts_until: DayText.nullable(),
  days_left: z.int().nullable(),
  promise_last_day: DayText.optional().meta({
    description: 'The last day of a promised payment, if the money lasts until then only because of it',
  }),
  switches_on: z.array(z.string()).meta({ description: 'Names of the services that the payment restores' }),
  charged_elsewhere: z
    .literal(true)
    .optional()
    .meta({ description: 'Another billing charges: only it knows what the payment restores, and how long it lasts' }),
});

/** A future charge: the day, the sum, and the balance after it. */
const UpcomingCharge = z.object({
  day: DayText,
  amount: Money,
  parts: z.array(SumPart).meta({ description: 'Its parts; at most 12 lines, the last one sums the rest' }),
  balance_after: Money,
  missing: Money.meta({ description: 'The sum missing for this charge; 0.00 when it is covered' }),
});

/** The state of one account (`i` or `t`). */
export const Account = z.object({
  kind: AccountKind,
  account_no: z.string(),
  balance: Money,
  credit_limit: Money.meta({ description: 'How far below zero the balance may go' }),
  days_left: z
    .int()
    .nullable()
    .meta({ description: 'How many days the money lasts with today’s plans; null when nothing is charged' }),
  lasts_until: DayText.nullable().meta({ description: 'The day of the first charge that is not covered' }),
  blocked: z.boolean().meta({ description: 'Whether services of this account are switched off for debt' }),
  promise_last_day: DayText.optional().meta({
    description: 'The last day of the active promised payment; absent without one',
  }),
  charged_elsewhere: z
    .literal(true)
    .optional()
    .meta({ description: 'Another billing charges: what lies ahead is not known' }),
  more_than_before: Money.optional().meta({ description: 'By how much this month is noticeably dearer than the last' }),
  next_charge: UpcomingCharge.nullable(),
  upcoming: z
    .array(UpcomingCharge)
    .meta({ description: 'The next charges, by day, up to the first uncovered one, inclusive' }),
});

/** Whether something can be switched; if not, why and from when. */
export const Control = z.object({
  status: z.enum(['on', 'off', 'on_pending', 'off_pending', 'locked']),
  text: z.string().meta({
    description: 'Why it is locked, what is pending, or why another billing has refused it; otherwise empty',
  }),
  is_on: z.boolean().optional().meta({ description: 'Of a locked one: whether it is on' }),
  possible_from: DayText.nullable().meta({
    description: 'The day from which a locked one is possible, if known',
  }),
});

/** The immediate effect of an action on the account that pays for it, and on services. Money is in roubles. */
const AtOnce = {
  charge_now: Money.meta({ description: 'Charged at once; negative when money is given back' }),
  parts: z.array(SumPart).meta({ description: 'The parts that are charged and given back at once' }),
  balance_after: Money,
  missing: Money.meta({ description: 'The sum that the account lacks for it; 0.00 when it is possible' }),
  switches_on: z.array(z.string()).meta({ description: 'Names of services that start working' }),
  switches_off: z.array(z.string()).meta({ description: 'Names of services that stop working' }),
};

/** A preview of what an action does to the whole account. */
export const AccountPreview = z.object({
  ...AtOnce,
  charge_next: z
    .object({ day: DayText, amount: Money })
    .nullable()
    .meta({ description: 'The next charge of the account; null when the forecast has none' }),
});

/** The next price, if one is planned; absent otherwise. */
export const NewPrice = z
  .object({ price: Money, from: DayText })
  .optional()
  .meta({ description: 'The planned price, with the first day that costs it for this contract; absent if none is' });

/** A regular price: per month, or per day if charged by the day. */
const Rate = z.object({ amount: Money, unit: z.enum(['month', 'day']) });

/** The result of a change of a service or of its programs: the same in the preview and after the change. */
export const Preview = z.object({
  ...AtOnce,
  handed_over: z.boolean().optional().meta({
    description:
      'Another billing charges: it is asked for the change, nothing has changed yet, and the sums are not known',
  }),
  from: DayText.meta({ description: 'The first day of the change' }),
  price: z.object({ was: Rate.nullable(), will: Rate.nullable() }).meta({
    description:
      'The price of the plan, option, program or days of suspension that change, today and from `from` on, with promotions; null when there is none',
  }),
  monthly: z.object({ was: Money, will: Money }).meta({
    description:
      'The monthly price of the service with its options and programs, today and from `from` on (30 days of a plan charged by the day); for a program of the contract, its own price. 0.00 while suspended',
  }),
  charge_next: z
    .object({
      day: DayText,
      amount: Money,
      missing: Money.meta({
        description: 'The sum that the account will lack by then, after all charges until then; 0.00 when nothing',
      }),
    })
    .nullable()
    .meta({
      description:
        'The first charge after today, from `from` on, for this service with its options and programs, or for this program of the contract only; null when the forecast has none, and in debt',
    }),
  undo_until: InstantText.nullable().meta({
    description:
      'Until then it can be undone without loss: an immediate change for ten minutes, not over midnight (decisions 0047, 0057); a planned one until its day begins. null: no undo',
  }),
  changeable_from: DayText.nullable().meta({
    description:
      'The first day on which the plan can be changed again (`plan_change.days_between` of the provider’s settings, at least one); null: at any time',
  }),
  ends_undo: z.object({ plan: z.string(), until: InstantText }).nullable().meta({
    description: 'The previous plan, which can no longer be restored without loss after this change; null: none',
  }),
  notes: z.array(z.string()).meta({ description: 'Further remarks: Russian sentences without a full stop' }),
});

/** A preview names its version. The decision sends it back, so only what the client saw is carried out. */
export const Version = text(40).meta({
  description:
    'Version of a state on a day. A decision sends the version that it was made on; if the state or the day, and so the sums, are different now, the error is changed_meanwhile (for another day `errors` names `body.version`)',
});

export const Text = z.object({ text: z.string() });

/** The line that a correction corrects, in part or completely, or the correction itself. */
const OtherLine = z.object({ entry_id: z.int(), day: DayText, text: z.string(), amount: Money });

/** A line of an account: money in is positive, money out is negative; `side` is the month total it belongs to (decisions 61 and 152). */
export const Movement = z.object({
  entry_id: z.int(),
  day: DayText,
  at: InstantText,
  amount: Money,
  kind: z.enum(['payment', 'charge', 'refund', 'reversal', 'correction', 'opening']).meta({
    description: 'reversal: takes a payment back that was credited by mistake',
  }),
  side: z.enum(['paid', 'charged']).meta({
    description:
      'The month total it belongs to; a return lowers the total of the line it returns, a correction of no line counts as charged',
  }),
  text: z.string(),
  method: z
    .string()
    .nullable()
    .meta({ description: 'Method of payment: sbp, card, cash, bank, transfer, promised; null for a charge' }),
  user_id: z.int().nullable().meta({ description: 'The service account of a charge' }),
  phone_number: z.string().nullable().meta({ description: 'The phone number of a charge' }),
  service: z.string().nullable().meta({ description: 'Its name' }),
  period: z.string().nullable(),
  service_from: DayText.nullable().meta({ description: 'The first day charged for' }),
  service_until: DayText.nullable().meta({ description: 'The day after the last one' }),
  rate: z
    .object({ amount: Money, unit: z.enum(['month', 'day']).nullable(), full: Money.optional() })
    .nullable()
    .meta({ description: 'The price of the charge; without a unit: a one-time price; `full`: the usual one' }),
  corrects: OtherLine.nullable().meta({ description: 'The line that this one corrects' }),
  corrected_by: z.array(OtherLine).meta({ description: 'The lines that correct this one' }),
  has_receipt: z.boolean().meta({ description: 'Whether document/link has a receipt for it' }),
  fiscal_receipt: z
    .object({
      state: z.enum(['due', 'done']).meta({ description: 'due: the cash register has not issued it yet' }),
      url: z.url().nullable().meta({ description: 'Address of the receipt; null while it is due, or if it has none' }),
      fn_number: z.string().nullable(),
      fd_number: z.string().nullable(),
      fpd: z.string().nullable().meta({ description: 'With these three numbers the tax office can find the receipt' }),
      number: z.string().nullable().meta({
        description:
          'Number of a receipt on paper, given by a cash register of the office; then the four above are null',
      }),
    })
    .nullable()
    .meta({
      description: 'The receipt of the cash register (54-ФЗ); null when the portal knows of none for this line',
    }),
});
