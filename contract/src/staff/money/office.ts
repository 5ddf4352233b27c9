import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { Money } from '../../kernel/call/wire.ts';
import { AccountNo, DocumentNo, HistoryLine, Numbered, words, WrittenSum } from '../inputs.ts';

const GivenReceipt = words(100, 'Номер чека').optional().meta({
  description: 'Number of the receipt that a cash register has given which the portal does not know',
});

export const office = {
  post: operatorCall({
    method: 'POST',
    path: '/staff/v1/office/post',
    summary: 'Credits cash paid in the office, once per document; a person does it in her open shift',
    roles: ['cashier'],
    command: {
      words: 'payment post',
      arguments: { account_no: 'счёт', amount: 'сумма', document: 'документ', text: 'текст' },
      options: { receipt: 'номер чека, если его пробила отдельная касса' },
      help: 'зачислить наличные, принятые в офисе; чек пробьёт касса кабинета',
    },
    body: z.strictObject({
      account_no: AccountNo,
      amount: WrittenSum,
      document: DocumentNo,
      text: HistoryLine('Текст для абонента'),
      receipt: GivenReceipt,
    }),
    result: z.object({
      outcome: z.enum(['credited', 'known']),
      transaction_id: z.int(),
      receipt: z.enum(['ordered', 'given']).meta({
        description: 'ordered: our cash register issues it; given: by another one, its number is stored',
      }),
    }),
    problems: [
      'account_unknown',
      'document_conflict',
      'document_undone',
      'receipt_number_needed',
      'shift_needed',
      'register_silent',
    ],
  }),
  undo: operatorCall({
    method: 'POST',
    path: '/staff/v1/office/undo',
    summary: 'Takes back cash that was credited by mistake, on the same day and once, with a receipt of the return',
    roles: ['cashier'],
    command: {
      words: 'payment undo',
      arguments: { transaction_id: 'проводка', reason: 'почему' },
      options: {
        receipt: 'номер чека возврата, если его пробила отдельная касса',
        debt: 'yes — и тогда, когда деньги потрачены и на счёте будет долг',
      },
      help: 'отменить наличные, зачисленные сегодня по ошибке; «почему» прочитает абонент',
    },
    body: z.strictObject({
      transaction_id: Numbered,
      reason: HistoryLine('Почему'),
      receipt: GivenReceipt,
      debt: z.enum(['yes', 'no'], 'Ответьте yes или no').optional(),
    }),
    result: z.object({
      transaction_id: z.int().meta({ description: 'The reversal' }),
      amount: Money,
      balance: Money,
      in_debt: z.boolean().meta({ description: 'Whether services are off because the account owes now' }),
    }),
    problems: [
      'cash_unknown',
      'cash_undone_already',
      'undo_too_late',
      'cash_spent',
      'receipt_number_needed',
      'shift_needed',
      'desk_short',
      'person_needed',
    ],
  }),
};
