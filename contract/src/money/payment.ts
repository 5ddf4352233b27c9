import { z } from 'zod';
import { askedId } from '../kernel/call/asked-id.ts';
import { call } from '../kernel/call/call.ts';
import { AccountKind, Amount, DayText, InstantText, LimitedAmount, Money } from '../kernel/call/wire.ts';
import { AfterPayment, PaymentPart, PaymentParts, SumPart } from '../shapes.ts';

/** A refund changes `paid` to `refunded`; a late payment changes `expired` to `paid`. */
const PaymentState = z.enum(['created', 'pending', 'paid', 'expired', 'rejected', 'refunded']);

/** Details of a bank transfer, as text and as a code of ГОСТ Р 56042-2014. */
const Transfer = z.object({
  name: z.string(),
  inn: z.string(),
  kpp: z.string().nullable(),
  account: z.string(),
  bank: z.string(),
  bic: z.string(),
  corr_account: z.string(),
  purpose: z.string(),
  qr: z.string(),
});

const ForAccount = z.strictObject({ p: AccountKind });

export const payment = {
  expectedPrice: call({
    method: 'GET',
    path: '/v2/payment/expected-price',
    members: ['payer', 'full'],
    summary: 'What to pay so that everything keeps working, and its parts',
    query: z.strictObject({ p: AccountKind.default('i') }),
    result: z.object({
      amount: Money,
      parts: z.array(SumPart),
      suggestions: z.array(z.object({ months: z.int(), amount: Money, lasts_until: DayText.nullable() })),
      smallest: Money,
      largest: Money,
      other: PaymentPart.nullable().meta({
        description:
          'What to pay to the other account with the same payment: if both accounts are off for debt or their money ends within a week',
      }),
    }),
    problems: ['payment_no_account'],
  }),
  options: call({
    method: 'GET',
    path: '/v2/payment/options',
    members: ['payer', 'full'],
    summary: 'Ways to pay with limits and fee, and the result of the payment',
    query: ForAccount.extend({ amount: Amount.optional() }),
    result: z.object({
      ways: z.array(
        z.object({
          way: z.enum(['sbp', 'transfer']),
          title: z.string(),
          text: z.string(),
          fee: Money,
          smallest: Money,
          largest: Money,
        }),
      ),
      transfer: Transfer.nullable().meta({ description: 'Null when the operator has set no bank details' }),
      after: AfterPayment.nullable(),
      reach: z.array(z.object({ day: DayText, amount: Money })).meta({
        description:
          'The days until which a payment can make the money last, nearest first, with the least such payment',
      }),
    }),
    problems: ['payment_no_account'],
  }),
  sbp: call({
    method: 'GET',
    path: '/v2/payment/sbp',
    effect: 'change',
    members: ['payer', 'full'],
    summary: 'A payment and its QR; the same accounts and sums with a QR still alive answer that same QR',
    outdates: [],
    query: ForAccount.extend({
      amount: LimitedAmount,
      other_amount: LimitedAmount.optional().meta({
        description: 'What the same payment brings to the other account of the contract',
      }),
    }),
    result: z.object({
      payment_id: z.uuid(),
      qr_id: z.string(),
      payload: z.url().meta({ description: 'The bank link that the QR encodes and a phone opens' }),
      created_at: InstantText,
      expires_at: InstantText,
      amount: Money.meta({ description: 'All that the bank takes' }),
      parts: PaymentParts,
      state: PaymentState,
    }),
    problems: [
      'payment_too_many_codes',
      'payment_amount_too_small',
      'payment_amount_too_large',
      'payment_no_account',
      'outside_unavailable',
      'forbidden_origin',
    ],
  }),
  status: call({
    method: 'GET',
    path: '/v2/payment/status',
    members: ['payer', 'full'],
    summary: 'The state of one payment of the subscriber, with the times of its way',
    query: z.strictObject({ payment_id: askedId('payment', z.uuid()) }),
    result: z.object({
      payment_id: z.uuid(),
      p: AccountKind.meta({ description: 'Of a payment for both accounts, `i`' }),
      amount: Money,
      parts: PaymentParts,
      state: PaymentState,
      created_at: InstantText,
      expires_at: InstantText,
      received_at: InstantText.nullable().meta({
        description: 'When the bank said that it is paid; the credit follows within seconds',
      }),
      paid_at: InstantText.nullable().meta({ description: 'When the money was credited to the account' }),
      restored: z
        .array(
          z.object({
            name: z.string(),
            applied_at: InstantText.nullable().meta({ description: 'Null while the network is still being told' }),
          }),
        )
        .meta({ description: 'Services and numbers that were off for debt and that this payment has restored' }),
    }),
  }),
  awaited: call({
    method: 'GET',
    path: '/v2/payment/awaited',
    members: ['payer', 'full'],
    summary: 'States of payments whose QR is valid or expired less than ten minutes ago, newest first',
    result: z.array(
      z.object({ payment_id: z.uuid(), p: AccountKind, amount: Money, parts: PaymentParts, state: PaymentState }),
    ),
  }),
};
