import { z } from 'zod';
import { AccountKind, DayText, Id, InstantText, Money } from './kernel/wire.ts';

/** The address of one service account of the caller. */
export const UserPath = z.strictObject({ id: Id });

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
  next_charge: UpcomingCharge.nullable(),
  upcoming: z
    .array(UpcomingCharge)
    .meta({ description: 'The next charges, by day, up to and with the first uncovered one' }),
});

export const Text = z.object({ text: z.string() });

/** A movement of an account: a payment is positive, a charge negative. */
export const Movement = z.object({
  entry_id: z.int(),
  day: DayText,
  at: InstantText,
  amount: Money,
  text: z.string(),
  method: z.string().nullable().meta({ description: 'How it was paid: sbp, cash, card, transfer; null for a charge' }),
  user_id: z.int().nullable().meta({ description: 'The service account that a charge is for' }),
  period: z.string().nullable(),
});

export const MonthTotal = z.object({
  period: z.string(),
  opening: Money,
  paid: Money,
  charged: Money,
  closing: Money,
});
