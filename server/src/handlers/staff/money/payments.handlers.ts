import { operatorContract, type OperatorContract } from '@kabinet/contract/staff';
import { cancelPayment } from '#server/domain/payments/payment/cancel.ts';
import { notificationsWith } from '#server/domain/payments/payment/payment.queries.ts';
import { openRefunds } from '#server/domain/payments/refunds/refund.queries.ts';
import { orderRefund, RefundRefused } from '#server/domain/payments/refunds/refund.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { withoutTransaction } from '#server/kernel/world.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { atOf } from '../at.ts';
import { refuseAlone } from '../refusals.ts';
import { paymentsOf } from '../staff.queries.ts';

export const staffPaymentHandlers: PlainHandlers<OperatorContract['payments'], 'cancel'> = {
  list: ({ query }, { db }) => paymentsOf(db, query.contract_id),
  // The bank is called without holding a lock.
  cancel: withoutTransaction(async ({ body }, { db, outside }) => {
    const isCancelled = await cancelPayment(db, outside.acquirer, body.payment_id);
    if (!isCancelled) throw new Problem('payment_not_cancellable');
    return { payment_id: body.payment_id };
  }),
  surplus: (_, { db }) => notificationsWith(db, 'surplus'),
  mismatch: (_, { db }) => notificationsWith(db, 'mismatch'),
};

export const refundHandlers: PlainHandlers<OperatorContract['refunds']> = {
  order: async ({ body }, scope) => {
    const { payment_id: paymentId, amount, account } = body;
    const wanted = { paymentId, amount, account };
    try {
      const refunded = await orderRefund(scope.db, scope.outside.acquirer, wanted, atOf(scope));
      refuseAlone(scope.operator, operatorContract.refunds.order, refunded);
      return { amount: refunded };
    } catch (error) {
      if (!(error instanceof RefundRefused)) throw error;
      throw new Problem('refund_refused', { message: error.message });
    }
  },
  list: (_, { db }) => openRefunds(db),
};
