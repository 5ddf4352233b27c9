import { z } from 'zod';
import { call } from '../kernel/call/call.ts';
import { MOVED_MONEY } from '../kernel/call/outdates.ts';
import { AccountKind, DayText, InstantText, Money } from '../kernel/call/wire.ts';
import { AccountPreview, AfterPayment } from '../shapes.ts';

/** The end of a promised payment: `last_day`, 23:59 in the provider's zone. */
const Lasts = {
  last_day: DayText,
  ends_at: InstantText.meta({ description: 'The start of the day after `last_day`' }),
};

/** A promised payment, taken or offered. */
const Promised = {
  amount: Money.meta({ description: 'The increase of the credit limit' }),
  fee: Money.meta({ description: 'The fee charged for it' }),
  ...Lasts,
  to_pay: Money.meta({ description: 'The sum that closes it and keeps everything working; whole roubles' }),
};

const ActivePromise = z.object({
  ...Promised,
  taken_at: InstantText,
  days_left: z.int().meta({ description: 'Days from today to `last_day`; 0 on the last day' }),
});

/** Whether it can be taken and for how much, or why not and from when; and the active one. */
const Terms = z.object({
  terms: z.object({ days: z.int(), fee: Money, most: Money }).nullable().meta({
    description: 'The provider’s terms for this account; null when it offers none',
  }),
  available: z.boolean(),
  reason: z.string().nullable().meta({ description: 'Why it cannot be taken now; null when it can' }),
  available_from: DayText.nullable().meta({ description: 'The day from which it can be taken, if known' }),
  offer: z
    .object({
      ...Promised,
      preview: AccountPreview,
      otherwise: z.string().meta({ description: 'What happens when no money comes by then' }),
    })
    .nullable()
    .meta({ description: 'The result of taking it now; null when it cannot be taken' }),
  active: ActivePromise.nullable(),
  charged_elsewhere: z.literal(true).optional().meta({
    description: 'Another billing charges: it is asked for a promised payment, and only it knows the sum and the term',
  }),
});

/** A credit limit with an end (обещанный платёж): no money arrives, and the part that is used is a debt. */
export const promisedPayment = {
  get: call({
    method: 'GET',
    path: '/v2/promised-payment',
    members: ['payer', 'full'],
    summary:
      'Terms of a promised payment: whether it can be taken and for how much, or why not and from when; and the active one',
    query: z.strictObject({ p: AccountKind.default('i') }),
    result: Terms,
    problems: ['payment_no_account'],
  }),
  inDebt: call({
    method: 'GET',
    path: '/v2/promised-payment/in-debt',
    members: ['payer', 'full'],
    summary: 'How to restore services that are off for debt: what to pay, and the promised payment',
    result: z.array(
      Terms.extend({
        p: AccountKind,
        to_pay: Money.meta({
          description:
            'The sum that restores the services at once; whole roubles. 0.00 where another billing keeps them off though nothing is owed',
        }),
        after: AfterPayment,
      }),
    ),
    problems: [],
  }),
  take: call({
    method: 'POST',
    path: '/v2/promised-payment',
    members: ['full'],
    summary:
      'Takes a promised payment: the credit limit is raised until its end, and services that were off for debt work again at once',
    outdates: MOVED_MONEY,
    body: z.strictObject({ p: AccountKind }),
    result: z.object({
      active: ActivePromise.nullable().meta({ description: 'Null when another billing is asked for it' }),
      handed_over: z.boolean().optional().meta({ description: 'Another billing is asked for it' }),
      switched_on: z.array(z.string()),
      balance: Money,
    }),
    problems: ['payment_no_account', 'promised_payment_unavailable'],
  }),
};
