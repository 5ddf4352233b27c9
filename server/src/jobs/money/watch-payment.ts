import { expirePayment, paymentById, type PaymentRow } from '#server/domain/payments/payment/payment.queries.ts';
import { nextLook } from '#server/domain/payments/payment/payment.rules.ts';
import { acceptFact } from '#server/domain/payments/settlement/settle.ts';
import { watchPaymentAt } from '#server/domain/payments/payment/watch.ts';
import type { World } from '#server/kernel/world.ts';
import type { BankFact } from '#server/integrations/acquirer/port.ts';

/** The job `watchPaymentJob`: asks the bank itself, because notifications get lost, and expires an unpaid QR. */
export async function watchPayment(world: World, { paymentId }: { paymentId: string }): Promise<void> {
  const payment = await world.db.read((tx) => paymentById(tx, paymentId));
  if (!payment || isSettled(payment)) return;
  const facts = await factsOf(world, payment);
  const now = world.clock.now();
  await world.db.write(async (tx) => {
    for (const fact of facts) {
      await acceptFact(tx, { acquirer: payment.acquirer, fact, body: JSON.stringify(fact), source: 'asked', now });
    }
    await expirePayment(tx, paymentId, now);
    const next = nextLook(now, new Date(payment.created_at), new Date(payment.expires_at));
    if (next) await watchPaymentAt(tx, paymentId, next);
  });
}

const isSettled = ({ state }: PaymentRow) => state === 'paid' || state === 'refunded';

/** If the bank does not answer, the next check asks again; a bank that is no longer connected is not asked. */
async function factsOf({ outside, log }: World, { qr_id, acquirer }: PaymentRow): Promise<readonly BankFact[]> {
  if (qr_id === null || acquirer !== outside.acquirer.name) return [];
  try {
    return await outside.acquirer.factsOf(qr_id);
  } catch (error) {
    log.warn({ err: error, qr_id }, 'bank does not answer');
    return [];
  }
}
