import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { InstantText, Money } from '../../kernel/call/wire.ts';
import { Numbered } from '../inputs.ts';
import { PersonWords } from '../personal.ts';

export const receipts = {
  failed: operatorCall({
    method: 'GET',
    path: '/staff/v1/receipts/failed',
    summary: 'Fiscal receipts that a person must check',
    roles: ['cashier', 'accountant', 'owner', 'auditor'],
    command: { words: 'receipts failed', help: 'кассовые чеки, которые не получились' },
    result: z.array(
      z.object({
        transaction_id: z.int(),
        created_at: InstantText,
        kind: z.enum(['sell', 'sell_refund']),
        amount: Money,
        account_no: z.string(),
        state: z.enum(['due', 'sent', 'done', 'failed']),
        error: PersonWords.nullable(),
      }),
    ),
  }),
  retry: operatorCall({
    method: 'POST',
    path: '/staff/v1/receipts/retry',
    summary: 'Retries such a receipt',
    roles: ['cashier', 'accountant'],
    command: { words: 'receipts retry', arguments: { transaction_id: 'проводка' }, help: 'пробить такой чек ещё раз' },
    body: z.strictObject({ transaction_id: Numbered }),
    result: z.object({ transaction_id: z.int() }),
    problems: ['receipt_not_failed'],
  }),
};
