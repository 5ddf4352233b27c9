import { z } from 'zod';
import { call } from '../kernel/call/call.ts';
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
} from '../kernel/call/wire.ts';

const Days = wholeNumber(1, 30).meta({ description: 'A charge is made when the money lasts for fewer days than this' });

/** The client's choice: when to charge, and the most per calendar month. */
const Choice = z.strictObject({ p: AccountKind, days: Days, ceiling: Amount });

const Rule = z.object({
  days: z.int(),
  ceiling: Money.meta({ description: 'The most that is charged in a calendar month' }),
  sentence: z.string().meta({ description: 'The rule in one Russian sentence' }),
});

/** A planned charge, and the balance of the account after it. */
const PlannedCharge = z.object({
  at: InstantText.meta({ description: 'The charge is made at this time or later' }),
  day: DayText,
  due_day: DayText.meta({ description: 'The day of the first charge that the account does not cover' }),
  amount: Money,
  debt: Money.meta({ description: 'How much of it pays a debt; 0.00 without a debt' }),
  switches_on: z.array(z.string()).meta({ description: 'Names of the services that it restores' }),
  balance_after: Money,
  lasts_until: DayText.nullable(),
  try: z.int().meta({ description: 'Number of the attempt, 1 to 3' }),
});

/** What the rule will do next, by the forecast. */
const Ahead = {
  next: PlannedCharge.nullable().meta({ description: 'Null when the forecast shows no shortage' }),
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
  text: z.string().meta({ description: 'The result, in a sentence' }),
});

/** The autopayment of one account. */
const State = z.object({
  p: AccountKind,
  available: z.boolean().meta({ description: 'False when no connected bank supports autopayment' }),
  state: z
    .enum(['none', 'connecting', 'active'])
    .meta({ description: 'connecting: the client has to confirm it in his bank' }),
  ended: z.enum(['off', 'refused', 'unsubscribed', 'expired']).nullable().meta({
    description:
      'When there is no autopayment: how the last one ended (by the client, at his bank, or never confirmed)',
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
  spent: Money.meta({
    description: 'Charged in this calendar month, including charges that the bank is still processing',
  }),
  skipped: PeriodText.nullable().meta({ description: 'The month that the client skips' }),
  attempts: z.array(Attempt).meta({ description: 'The latest twelve, newest first' }),
  offer: z.object({
    days: z.array(z.int()),
    ceilings: z.array(Money),
    chosen: Rule.extend(Ahead).meta({ description: 'The rule that the client is choosing, and its result' }),
    consent: z.object({ version: z.string(), text: z.string() }),
  }),
});

const OUTDATES = ['autopayment', 'notice', 'calendar'] as const;

export const autopayment = {
  get: call({
    method: 'GET',
    path: '/v2/autopayment',
    members: ['payer', 'full'],
    summary:
      'The rule, its state, the next charge, the attempts; with days and ceiling also the consent text for that choice',
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
    // Only the owner may consent to a rule, and the rule goes on after a member has lost his access.
    members: [],
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
    members: [],
    summary: 'Charges nothing for the month of the next charge, or for it after all',
    outdates: OUTDATES,
    body: z.strictObject({ p: AccountKind, skip: z.boolean().default(true) }),
    result: State,
    problems: ['payment_no_account', 'autopayment_none', 'autopayment_under_way'],
  }),
  off: call({
    method: 'POST',
    path: '/v2/autopayment/off',
    members: [],
    summary: 'Ends the autopayment at once; a repeated call succeeds, too',
    outdates: OUTDATES,
    body: z.strictObject({ p: AccountKind }),
    result: State,
    problems: ['payment_no_account'],
  }),
};
