import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import { z } from 'zod';
import { Digits, OwnOrder } from '../bank-json.ts';
import type { BankFact, RefundState } from '../port.ts';

// The bank's JSON by its documentation; numbers are text (bank-json.ts).

const WholeKopecks = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform((text): Kopecks => kopecks(Number(text)));

export const Initiated = z.object({ Success: z.literal(true), PaymentId: Digits });
export const TbankQr = z.object({ Success: z.literal(true), Data: z.url() });
export const Order = z.object({
  Success: z.boolean(),
  Payments: z.array(z.object({ PaymentId: Digits, Status: z.string() })).optional(),
});

/** The state of a payment: the notification and the reply about it have the same fields. */
export const TbankPayment = z.object({
  PaymentId: Digits,
  OrderId: OwnOrder,
  Status: z.string().max(40),
  Amount: WholeKopecks,
});

export const TbankCancellation = z.object({
  Success: z.boolean(),
  ErrorCode: z.string(),
  Status: z.string().optional(),
});
export const QrState = z.object({
  Success: z.literal(true),
  Status: z.string(),
  QrCancelCode: z.string().nullish(),
});

/** AUTHORIZED and CONFIRMED arrive together; only CONFIRMED means money. */
const MEANING: Readonly<Record<string, BankFact['status']>> = {
  CONFIRMED: 'paid',
  REJECTED: 'rejected',
  AUTH_FAIL: 'rejected',
  CANCELED: 'expired',
  DEADLINE_EXPIRED: 'expired',
  ATTEMPTS_EXPIRED: 'expired',
};

export const TBANK_REFUND_STATES: Readonly<Record<string, RefundState>> = {
  REFUNDING: 'requested',
  ASYNC_REFUNDING: 'requested',
  PARTIAL_REFUNDED: 'done',
  REFUNDED: 'done',
};

/** One payment of this bank is one operation, so its id identifies both the QR and the operation. */
export function tbankFactOf({ PaymentId, OrderId, Status, Amount }: z.output<typeof TbankPayment>): BankFact {
  const status = MEANING[Status] ?? 'noted';
  return {
    externalId: status === 'noted' ? `${PaymentId}:${Status}` : PaymentId,
    qrId: PaymentId,
    ...(OrderId !== undefined && { orderId: OrderId }),
    status,
    amount: Amount,
  };
}
