import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { DayText, InstantText, Money, PageQuery, pageOf } from '../../kernel/call/wire.ts';
import { Movement } from '../../shapes.ts';
import { AccountNo, Numbered } from '../inputs.ts';
import { PersonWords } from '../personal.ts';

const LedgerFault = z.enum([
  'transaction_unbalanced',
  'transaction_empty',
  'balance_differs',
  'month_differs',
  'side_differs',
  'reversal_differs',
  'payment_credited_twice',
  'payment_not_in_ledger',
  'notification_not_in_ledger',
  'refund_exceeds_payment',
  'refund_exceeds_part',
  'refund_not_in_ledger',
  'refund_state_differs',
  'shift_differs',
  'desk_differs',
  'day_differs',
]);

/** What an operator can do about a line. */
const Remedy = z.enum(['undo', 'correct', 'refund', 'transfer']);

export const ledger = {
  lines: operatorCall({
    method: 'GET',
    path: '/staff/v1/ledger/lines',
    summary: 'The lines of an account with the numbers that other commands need, newest first',
    roles: ['cashier', 'support', 'engineer', 'accountant', 'owner', 'admin', 'auditor'],
    command: {
      words: 'ledger lines',
      arguments: { account_no: 'счёт' },
      options: { cursor: 'с какого места дальше', limit: 'сколько' },
      help: 'строки счёта с номерами проводок, последние сверху: что это и что с ней можно сделать',
    },
    query: PageQuery.extend({ account_no: AccountNo }),
    result: pageOf(
      z.object({
        transaction_id: z.int(),
        at: InstantText,
        day: DayText,
        kind: Movement.shape.kind,
        side: Movement.shape.side,
        amount: Money,
        text: PersonWords,
        method: z.string().nullable(),
        receipt: z.enum(['due', 'sent', 'done', 'failed']).nullable(),
        receipt_number: z.string().nullable().meta({ description: 'Of a receipt given by another cash register' }),
        payment_id: z.string().nullable().meta({ description: 'Of a payment by QR code, for a refund' }),
        transfer_id: z.int().nullable().meta({ description: 'Of the bank transfer that it is' }),
        corrected_by: z.array(z.int()).meta({ description: 'Transactions that take it back, wholly or in part' }),
        remedy: Remedy.nullable().meta({
          description:
            'undo: payment undo; correct: charge correct; refund: payments refund; transfer: transfers undo; null: none',
        }),
      }),
    ),
    problems: ['account_unknown'],
  }),
  line: operatorCall({
    method: 'GET',
    path: '/staff/v1/ledger/line',
    summary: 'What can be done about one line of an account, with the numbers that other commands need',
    roles: ['cashier', 'support', 'engineer', 'accountant', 'owner', 'admin', 'auditor'],
    command: {
      words: 'line show',
      arguments: { contract_id: 'договор', entry_id: 'номер операции' },
      help: 'что можно сделать с одной строкой счёта: её проводка, платёж, сколько ещё можно вернуть',
    },
    query: z.strictObject({ contract_id: Numbered, entry_id: Numbered }),
    result: z.object({
      transaction_id: z.int(),
      account_no: z.string(),
      amount: Money,
      payment_id: z.string().nullable(),
      transfer_id: z.int().nullable().meta({ description: 'Of the bank transfer that it is' }),
      refundable: Money.nullable().meta({ description: 'What of a payment by QR can still be refunded' }),
      remedy: Remedy.nullable(),
    }),
    problems: ['charge_unknown'],
  }),
  verify: operatorCall({
    method: 'GET',
    path: '/staff/v1/ledger/verify',
    summary: 'Verifies the books: stored sums equal those of the entries',
    roles: ['engineer', 'accountant', 'owner', 'admin', 'auditor'],
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
