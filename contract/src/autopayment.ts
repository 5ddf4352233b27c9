import { z } from 'zod';
import { call } from './kernel/call.ts';
import {
  AccountKind,
  Amount,
  DayText,
  inAddress,
  InstantText,
  Money,
  PeriodText,
  text,
  wholeNumber,
} from './kernel/wire.ts';

const Days = wholeNumber(1, 30).meta({ description: 'Charged when the money lasts for fewer days than these' });

/** What a client chooses: when, and how much a calendar month at most. */
const Choice = z.strictObject({ p: AccountKind, days: Days, ceiling: Amount });

const Rule = z.object({
  days: z.int(),
  ceiling: Money.meta({ description: 'The most that is taken in a calendar month' }),
  sentence: z.string().meta({ description: 'The rule in one Russian sentence' }),
});

/** A charge that lies ahead, and what the account holds after it. */
const PlannedCharge = z.object({
  at: InstantText.meta({ description: 'Not before this moment' }),
  day: DayText,
  due_day: DayText.meta({ description: 'The day of the first charge that the account does not cover' }),
  amount: Money,
  debt: Money.meta({ description: 'How much of it pays a debt; 0.00 where there is none' }),
  switches_on: z.array(z.string()).meta({ description: 'Names of the services that it brings back' }),
  balance_after: Money,
  lasts_until: DayText.nullable(),
  try: z.int().meta({ description: 'Which of the three tries it is' }),
});

/** What a rule leads to. */
const Ahead = {
  next: PlannedCharge.nullable().meta({ description: 'Null when nothing will be missing in sight' }),
  trouble: z
    .string()
    .nullable()
    .meta({ description: 'Why the next charge will not be made, and what to do; null when all is well' }),
};

const Attempt = z.object({
  at: InstantText,
  amount: Money,
  try: z.int(),
  state: z.enum(['waiting', 'paid', 'refused', 'not_sent']),
  text: z.string().meta({ description: 'What became of it, in a sentence' }),
});

/** The autopayment of one account. */
const State = z.object({
  p: AccountKind,
  available: z.boolean().meta({ description: 'False where no bank that binds accounts is connected' }),
  state: z
    .enum(['none', 'connecting', 'active'])
    .meta({ description: 'connecting: the client has to confirm it in his bank' }),
  ended: z.enum(['off', 'refused', 'unsubscribed', 'expired']).nullable().meta({
    description: 'How the last one ended, while there is none: by the client, at his bank, or never confirmed',
  }),
  rule: Rule.nullable(),
  agreed_at: InstantText.nullable(),
  connect: z
    .object({
      payload: z.url().meta({ description: 'The bank link that the QR encodes and a phone opens' }),
      created_at: InstantText,
      expires_at: InstantText,
    })
    .nullable(),
  ...Ahead,
  spent: Money.meta({ description: 'Taken in this calendar month, what the bank still thinks about included' }),
  skipped: PeriodText.nullable().meta({ description: 'The month for which nothing will be charged' }),
  attempts: z.array(Attempt).meta({ description: 'The latest twelve, newest first' }),
  offer: z.object({
    days: z.array(z.int()),
    ceilings: z.array(Money),
    chosen: Rule.extend(Ahead).meta({ description: 'The rule that is being chosen, and what it leads to' }),
    consent: z.object({ version: z.string(), text: z.string() }),
  }),
});

const OUTDATES = ['autopayment', 'notice', 'calendar'] as const;

export const autopayment = {
  get: call({
    method: 'GET',
    path: '/v2/autopayment',
    summary: 'The rule, its state, the next charge, the tries; with days and ceiling the exact consent for that choice',
    query: z.strictObject({
      p: AccountKind.default('i'),
      days: inAddress(Days).optional(),
      ceiling: Amount.optional(),
    }),
    result: State,
    problems: ['payment_no_account', 'autopayment_bad_choice'],
  }),
  set: call({
    method: 'POST',
    path: '/v2/autopayment',
    summary: 'Connects the autopayment, or changes its rule; the consent that was shown is kept',
    outdates: OUTDATES,
    body: Choice.extend({
      consent: text(100).meta({ description: 'The version of the consent that was shown' }),
    }),
    result: State,
    problems: [
      'payment_no_account',
      'autopayment_bad_choice',
      'autopayment_consent_changed',
      'autopayment_unavailable',
      'outside_unavailable',
    ],
  }),
  skip: call({
    method: 'POST',
    path: '/v2/autopayment/skip',
    summary: 'Charges nothing for the month of the next charge, or for it after all',
    outdates: OUTDATES,
    body: z.strictObject({ p: AccountKind, skip: z.boolean().default(true) }),
    result: State,
    problems: ['payment_no_account', 'autopayment_none', 'autopayment_under_way'],
  }),
  off: call({
    method: 'POST',
    path: '/v2/autopayment/off',
    summary: 'Ends the autopayment at once; said twice, it succeeds twice',
    outdates: OUTDATES,
    body: z.strictObject({ p: AccountKind }),
    result: State,
    problems: ['payment_no_account'],
  }),
};
