import { z } from 'zod';
import { askedId } from '../kernel/call/asked-id.ts';
import { call } from '../kernel/call/call.ts';
import { AccountKind, EmailText, InstantText, LimitedAmount, Money, text } from '../kernel/call/wire.ts';

const Words = text(80).trim().min(1, 'Напишите, за что платить');
const Link = z.object({
  payment_link_id: z.uuid(),
  p: AccountKind,
  amount: Money,
  words: z.string().meta({ description: 'Whom for, in the owner’s words' }),
  state: z.enum(['open', 'paid', 'ended', 'expired']).meta({ description: 'ended: by hand, or with the contract' }),
  made_at: InstantText,
  expires_at: InstantText,
  paid_at: InstantText.nullable(),
  note: z.string().nullable().meta({ description: 'What the payer wrote to the owner' }),
});

const AskedLink = askedId('payment_link', z.uuid('Такой ссылки нет'));
const Secret = text(64)
  .trim()
  .min(1, 'Откройте ссылку целиком')
  .meta({
    description: 'What stands behind the # of the link',
    examples: ['k7mfx2xqd9k7mfx2xqd9k7mfx2'],
  });

/** What a payer sees: the sum and the owner’s words. */
const Bill = z.object({ amount: Money, words: z.string(), expires_at: InstantText });

const Order = z.object({
  payment: z.string().meta({ description: 'Names the payment for `status`' }),
  payload: z.url().meta({ description: 'The bank link that the QR encodes and a phone opens' }),
  created_at: InstantText,
  expires_at: InstantText,
  amount: Money,
});

const OVER = ['link_over'] as const;
const EVERYBODY = ['payer', 'technician', 'full'] as const;

/** Links by which somebody else pays, without signing in. Whatever is wrong with a link, the answer to its visitor is the same. */
export const paymentLink = {
  list: call({
    method: 'GET',
    path: '/v2/payment-link',
    members: [],
    summary:
      'Links to pay: open ones, and those of the last thirty days, the latest first; their secrets are shown only once',
    result: z.array(Link),
  }),
  make: call({
    method: 'POST',
    path: '/v2/payment-link/make',
    members: [],
    summary: 'A link by which somebody else pays a sum to an account once, within seven days',
    outdates: ['payment-link'],
    body: z.strictObject({ p: AccountKind, amount: LimitedAmount, words: Words }),
    result: Link.extend({
      url: z
        .string()
        .meta({ secret: true, description: 'Shown once; the portal keeps its mark, and the sealed reply for a day' }),
    }),
    problems: [
      'payment_no_account',
      'payment_amount_too_small',
      'payment_amount_too_large',
      'payment_links_too_many',
      'outside_unavailable',
    ],
  }),
  end: call({
    method: 'POST',
    path: '/v2/payment-link/end',
    members: [],
    summary: 'Close a link by hand; a repeated call succeeds, too',
    outdates: ['payment-link'],
    body: z.strictObject({ payment_link_id: AskedLink }),
    result: z.object({ payment_link_id: z.string() }),
    problems: ['payment_link_paid'],
  }),
  look: call({
    method: 'POST',
    path: '/v2/payment-link/look',
    access: 'guest',
    members: EVERYBODY,
    summary: 'The sum and the owner’s words; changes nothing but the count of wrong links',
    outdates: [],
    body: z.strictObject({ secret: Secret }),
    result: Bill,
    problems: OVER,
  }),
  pay: call({
    method: 'POST',
    path: '/v2/payment-link/pay',
    access: 'guest',
    members: EVERYBODY,
    summary: 'A payment by the link and its QR; while a QR is alive, it is answered again',
    outdates: [],
    body: z.strictObject({
      secret: Secret,
      email: EmailText.nullable().meta({ description: 'Where the receipt goes; null: to the owner' }),
      note: text(120).trim().meta({ description: 'To the owner; may be empty' }),
    }),
    result: Order,
    problems: [...OVER, 'outside_unavailable'],
  }),
  status: call({
    method: 'POST',
    path: '/v2/payment-link/status',
    access: 'guest',
    members: EVERYBODY,
    summary: 'What has become of a payment by the link, for whoever has ordered it',
    outdates: [],
    body: z.strictObject({ secret: Secret, payment: text(64) }),
    result: z.object({ state: z.enum(['waiting', 'paid', 'expired', 'rejected']), amount: Money }),
    problems: OVER,
  }),
};
