import { z } from 'zod';
import { text } from '@kabinet/contract/kernel/call/wire';
import { Digits, OwnOrder, Roubles } from '../bank-json.ts';
import type { BankFact, RefundState } from '../port.ts';

// The bank's JSON by its documentation; numbers are text (bank-json.ts).

export const RaiffeisenQr = z.object({ code: z.literal('SUCCESS'), qrId: z.string(), payload: z.url() });

/** A payment by a QR: the notification and the reply about it have the same fields. */
export const RaiffeisenPayment = z.object({
  transactionId: Digits.optional(),
  qrId: text(64),
  order: OwnOrder,
  amount: Roubles,
  currency: z.literal('RUB'),
  paymentStatus: z.enum(['SUCCESS', 'DECLINED', 'NO_INFO', 'IN_PROGRESS']),
});

/** Fields covered by the signature of a notification, in this order. */
export const Signed = z.object({
  amount: z.string(),
  sbpMerchantId: z.string(),
  order: z.string(),
  paymentStatus: z.string(),
  transactionDate: z.string(),
});

export const RaiffeisenRefund = z.object({ refundStatus: z.enum(['IN_PROGRESS', 'COMPLETED', 'DECLINED']) });

const MEANING = { SUCCESS: 'paid', DECLINED: 'rejected', NO_INFO: 'noted', IN_PROGRESS: 'noted' } as const;
export const RAIFFEISEN_REFUND_STATES = {
  IN_PROGRESS: 'requested',
  COMPLETED: 'done',
  DECLINED: 'declined',
} as const satisfies Record<string, RefundState>;

/** A bank's report without the number of an operation counts once for its QR and state. */
export function raiffeisenFactOf({
  transactionId,
  qrId,
  order,
  amount,
  paymentStatus,
}: z.output<typeof RaiffeisenPayment>): BankFact {
  return {
    externalId: transactionId ?? `${qrId}:${paymentStatus}`,
    qrId,
    ...(order !== undefined && { orderId: order }),
    status: MEANING[paymentStatus],
    amount,
  };
}
