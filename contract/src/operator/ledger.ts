import { z } from 'zod';
import { operatorCall } from '../kernel/operator-call.ts';

const LedgerFault = z.enum([
  'transaction_unbalanced',
  'transaction_empty',
  'balance_differs',
  'month_differs',
  'side_differs',
  'payment_credited_twice',
  'payment_not_in_ledger',
  'notification_not_in_ledger',
  'refund_exceeds_payment',
  'refund_exceeds_part',
  'refund_not_in_ledger',
  'refund_state_differs',
]);

export const ledger = {
  verify: operatorCall({
    method: 'GET',
    path: '/operator/v1/ledger/verify',
    summary: 'Verifies the books: stored sums equal those of the entries',
    roles: ['accountant', 'engineer', 'admin'],
    command: { words: 'ledger verify', help: 'сверить книги: суммы проводок, остатки, месяцы, платежи' },
    result: z.object({
      transactions: z.int(),
      entries: z.int(),
      findings: z
        .array(
          z.object({
            fault: LedgerFault,
            subject: z.string().meta({ description: 'Number of the transaction or account, or the payment’s id' }),
            unit: z.enum(['kopecks', 'count']),
            expected: z.int(),
            found: z.int(),
          }),
        )
        .meta({ description: 'Empty when the books are correct' }),
    }),
  }),
};
