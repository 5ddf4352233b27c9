import { randomUUID } from 'node:crypto';
import type { Database, Tx } from '#server/db/database.ts';
import {
  alivePayment,
  attachQr,
  countAlive,
  expireOld,
  insertPayment,
  paymentById,
  type PaymentRow,
} from './payment.queries.ts';
import { MOST_ALIVE, nextLook, QR_LIFE_MS, type PartsByAccount } from './payment.rules.ts';
import { watchPaymentAt } from './watch.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Acquirer } from '#server/integrations/acquirer/port.ts';

interface QrRequest {
  readonly ordered: PartsByAccount;
  /** Shown to the payer by the payer's bank. */
  readonly purpose: string;
  readonly now: Date;
}

/** A payment that has its QR. */
export type PayablePayment = PaymentRow & { readonly qr_id: string; readonly payload: string };

/**
 * Returns the payment of the same accounts and sums that can still be paid, or a new one. The bank is called between
 * two short transactions; if the process dies there, the payment stays `created` and the next request continues with
 * it.
 */
export const orderQr = (db: Database, acquirer: Acquirer, wanted: QrRequest): Promise<PayablePayment> =>
  orderQrOf(db, acquirer, wanted.purpose, (tx) => openPayment(tx, acquirer.name, wanted));

/** Returns the payment that `open` finds or makes, with its QR. */
export async function orderQrOf(
  db: Database,
  acquirer: Acquirer,
  purpose: string,
  open: (tx: Tx) => Promise<PaymentRow>,
): Promise<PayablePayment> {
  const payment = await db.write(open);
  if (isPayable(payment)) return payment;
  const { payment_id } = payment;
  // Simultaneous requests wait for one reply of the bank; another process orders the same QR by its number.
  const answer = underWay.get(payment_id) ?? completed(db, acquirer, payment_id, purpose);
  underWay.set(payment_id, answer);
  try {
    return await answer;
  } finally {
    underWay.delete(payment_id);
  }
}

const underWay = new Map<string, Promise<PayablePayment>>();

/** The payment with its QR. It is read again, because the previous request may have just stored the bank's reply. */
async function completed(db: Database, acquirer: Acquirer, paymentId: string, purpose: string) {
  const payment = await db.read((tx) => paymentById(tx, paymentId));
  if (payment && isPayable(payment)) return payment;
  if (!payment) throw new Error(`Payment ${paymentId} is gone`);
  const { qrId, payload } = await acquirer.createQr({
    paymentId,
    amount: payment.amount,
    purpose,
    createdAt: new Date(payment.created_at),
    expiresAt: new Date(payment.expires_at),
  });
  const payable = await db.write(async (tx) => {
    await attachQr(tx, paymentId, qrId, payload);
    return paymentById(tx, paymentId);
  });
  if (payable && isPayable(payable)) return payable;
  throw new Error(`Payment ${paymentId} got no QR`);
}

const isPayable = (payment: PaymentRow): payment is PayablePayment =>
  payment.qr_id !== null && payment.payload !== null;

async function openPayment(tx: Tx, acquirer: string, { ordered, now }: QrRequest): Promise<PaymentRow> {
  await expireOld(tx, ordered, now);
  const expiresAt = new Date(now.getTime() + QR_LIFE_MS);
  for (;;) {
    const paymentId = randomUUID();
    if (await insertPayment(tx, { paymentId, ordered, acquirer, createdAt: now, expiresAt })) {
      if ((await countAlive(tx, ordered[0].accountId, now)) > MOST_ALIVE) throw new Problem('payment_too_many_codes');
      await watchPaymentAt(tx, paymentId, nextLook(now, now, expiresAt) ?? expiresAt);
    }
    const payment = await alivePayment(tx, ordered);
    // Undefined if the existing payment was paid just now: then a new one is possible.
    if (payment) return payment;
  }
}
