import { carryOutRefundAt, settleRefund, takeRefundTurn } from '#server/domain/payments/refunds/refund.ts';
import { endAsking, type RefundRow } from '#server/domain/payments/refunds/refund.queries.ts';
import { nextRefundLook } from '#server/domain/payments/refunds/refund.rules.ts';
import type { World } from '#server/kernel/world.ts';
import type { RefundState } from '#server/integrations/acquirer/port.ts';

/** The job `carryOutRefundJob`: orders the refund at the bank, then checks its state until it has ended. */
export async function carryOutRefund(world: World, { refundId }: { refundId: string }): Promise<void> {
  const { db, clock, provider } = world;
  const turn = await db.write((tx) => takeRefundTurn(tx, refundId, clock.now()));
  if (!turn) return;
  const { refund, until, isFirst } = turn;
  const answer = await answerTo(world, refund, isFirst);
  const now = clock.now();
  await db.write(async (tx) => {
    await endAsking(tx, refundId, until);
    if (answer) await settleRefund(tx, refundId, answer, { now, zone: provider.time_zone });
    if (answer === 'done' || answer === 'declined') return;
    await carryOutRefundAt(tx, refundId, nextRefundLook(now, new Date(refund.created_at)));
  });
}

/**
 * Asks the bank whether it knows the refund before ordering it: the reply to an earlier order may be lost. The first time it cannot
 * know it, and what it would tell is of a refund that somebody has made in the bank's cabinet. Undefined if the bank does not answer;
 * the next check asks again.
 */
async function answerTo(
  { outside, log }: World,
  refund: RefundRow,
  isFirst: boolean,
): Promise<RefundState | undefined> {
  const { refund_id: refundId, qr_id: qrId, payment_id: orderId, amount, acquirer, state } = refund;
  const bank = outside.acquirer;
  if (qrId === null || acquirer !== bank.name) return undefined;
  const order = { refundId, qrId, orderId, amount };
  try {
    const known = isFirst ? undefined : await bank.refundState(order);
    return known ?? (state === 'due' ? await bank.refund(order) : undefined);
  } catch (error) {
    log.warn({ err: error, refund_id: refundId }, 'bank does not answer');
    return undefined;
  }
}
