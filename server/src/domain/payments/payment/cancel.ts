import type { Database } from '#server/db/database.ts';
import type { Acquirer } from '#server/integrations/acquirer/port.ts';
import { lockPayment, paymentById, setUnpaid } from './payment.queries.ts';

/**
 * Cancels an unpaid payment; the bank is asked first, without a lock. False if it is too late or the bank cannot
 * cancel. A payment that arrives anyway is credited like any late payment.
 */
export async function cancelPayment(db: Database, bank: Acquirer, paymentId: string): Promise<boolean> {
  const payment = await db.read((tx) => paymentById(tx, paymentId));
  if (payment?.state !== 'pending' || payment.qr_id === null || payment.acquirer !== bank.name) return false;
  if (!(await bank.cancelQr(payment.qr_id))) return false;
  return db.write(async (tx) => {
    const still = await lockPayment(tx, paymentId);
    if (still?.state !== 'pending') return false;
    await setUnpaid(tx, paymentId, 'expired');
    return true;
  });
}
