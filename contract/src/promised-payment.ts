import { z } from 'zod';
import { call } from './kernel/call.ts';
import { MOVED_MONEY } from './kernel/outdates.ts';
import { AccountKind, DayText, InstantText, Money } from './kernel/wire.ts';
import { AccountPreview, AfterPayment } from './shapes.ts';

/** Until when a promised payment lasts: through `last_day`, 23:59 of the provider's zone. */
const Lasts = {
  last_day: DayText,
  ends_at: InstantText.meta({ description: 'The start of the day after `last_day`' }),
};

/** What a promised payment is, taken or offered. */
const Promised = {
  amount: Money.meta({ description: 'By how much the credit limit is raised' }),
  fee: Money.meta({ description: 'What is charged for it' }),
  ...Lasts,
  to_pay: Money.meta({ description: 'What closes it and lets everything work on; whole roubles' }),
};

const ActivePromise = z.object({
  ...Promised,
  taken_at: InstantText,
  days_left: z.int().meta({ description: 'Days from today to `last_day`; 0 on the last day' }),
});

/** Whether it can be taken, for how much, or why not and from when; and the one in force. */
const Terms = z.object({
  terms: z.object({ days: z.int(), fee: Money, most: Money }).nullable().meta({
    description: 'The provider’s terms for this account; null where it offers none',
  }),
  available: z.boolean(),
  reason: z.string().nullable().meta({ description: 'Why it cannot be taken now; null when it can' }),
  available_from: DayText.nullable().meta({ description: 'The day from which it can be taken, where it is known' }),
  offer: z
    .object({
      ...Promised,
      preview: AccountPreview,
      otherwise: z.string().meta({ description: 'What happens when no money comes until then' }),
    })
    .nullable()
    .meta({ description: 'What taking it now does; null when it cannot be taken' }),
  active: ActivePromise.nullable(),
});

/** A credit limit with an end (обещанный платёж): no money comes, and what is used of it is a debt. */
export const promisedPayment = {
  get: call({
    method: 'GET',
    path: '/v2/promised-payment',
    summary: 'Terms of a promised payment: whether, why not and from when, for how much; and the one in force',
    query: z.strictObject({ p: AccountKind.default('i') }),
    result: Terms,
    problems: ['payment_no_account'],
  }),
  inDebt: call({
    method: 'GET',
    path: '/v2/promised-payment/in-debt',
    summary: 'The ways out for accounts whose services are off for debt: what to pay, and the promised payment',
    result: z.array(
      Terms.extend({
        p: AccountKind,
        to_pay: Money.meta({ description: 'With this the services work again at once; whole roubles' }),
        after: AfterPayment,
      }),
    ),
    problems: [],
  }),
  take: call({
    method: 'POST',
    path: '/v2/promised-payment',
    summary:
      'Takes it: the credit limit is raised until the end, and what was switched off for debt works again at once',
    outdates: MOVED_MONEY,
    body: z.strictObject({ p: AccountKind }),
    result: z.object({
      active: ActivePromise,
      switched_on: z.array(z.string()),
      balance: Money,
    }),
    problems: ['payment_no_account', 'promised_payment_unavailable'],
  }),
};
