import { z } from 'zod';
import { text } from '@kabinet/contract/kernel/call/wire';
import { OwnOrder, Roubles } from '../bank-json.ts';
import type { BankFact, RefundState } from '../port.ts';

// The bank's JSON by its documentation; sums are strings of roubles with two decimals.

const Amount = z.object({ value: Roubles, currency: z.literal('RUB') });

export const YookassaPayment = z.object({
  id: text(64),
  status: z.enum(['pending', 'waiting_for_capture', 'succeeded', 'canceled']),
  amount: Amount,
  metadata: z.object({ order: OwnOrder }).optional(),
  cancellation_details: z.object({ reason: z.string() }).optional(),
});
export const NewPayment = z.object({ id: z.string(), confirmation: z.object({ confirmation_url: z.url() }) });
export const Payments = z.object({
  items: z.array(YookassaPayment.extend({ captured_at: z.iso.datetime({ offset: true }).optional() })),
  next_cursor: z.string().optional(),
});

/** A notification contains the whole object; only its id is trusted, to ask about the payment. */
export const Event = z.discriminatedUnion('event', [
  z.object({
    event: z.enum(['payment.succeeded', 'payment.canceled', 'payment.waiting_for_capture']),
    object: z.object({ id: z.string().regex(/^[\w-]{1,64}$/) }),
  }),
  z.object({
    event: z.literal('refund.succeeded'),
    object: z.object({ id: text(64), payment_id: text(64), amount: Amount }),
  }),
]);

export const YookassaRefund = z.object({
  status: z.enum(['pending', 'succeeded', 'canceled']),
  description: z.string().optional(),
});
export const Refunds = z.object({ items: z.array(YookassaRefund) });

export const YOOKASSA_REFUND_STATES = {
  pending: 'requested',
  succeeded: 'done',
  canceled: 'declined',
} as const satisfies Record<string, RefundState>;

/** One payment of this bank is one operation, so its id identifies both the QR and the operation. */
export function yookassaFactOf(payment: z.output<typeof YookassaPayment>): BankFact {
  const { id, metadata, amount } = payment;
  const status = statusOf(payment);
  return {
    externalId: status === 'noted' ? `${id}:${payment.status}` : id,
    qrId: id,
    ...(metadata?.order !== undefined && { orderId: metadata.order }),
    status,
    amount: amount.value,
  };
}

function statusOf({ status, cancellation_details }: z.output<typeof YookassaPayment>): BankFact['status'] {
  if (status === 'succeeded') return 'paid';
  if (status !== 'canceled') return 'noted';
  return cancellation_details?.reason.startsWith('expired') ? 'expired' : 'rejected';
}
