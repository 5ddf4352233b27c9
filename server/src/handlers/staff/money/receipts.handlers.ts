import type { OperatorContract } from '@kabinet/contract/staff';
import { troubledReceipts } from '#server/domain/payments/fiscal/receipt.queries.ts';
import { retryReceipt } from '#server/domain/payments/fiscal/receipt.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';

export const receiptHandlers: PlainHandlers<OperatorContract['receipts']> = {
  failed: (_, { db }) => troubledReceipts(db),
  retry: async ({ body }, { db, now }) => {
    const isRenewed = await retryReceipt(db, body.transaction_id, now);
    if (!isRenewed) throw new Problem('receipt_not_failed');
    return { transaction_id: body.transaction_id };
  },
};
