import { z } from 'zod';
import { operatorCall } from '../kernel/operator-call.ts';
import { AccountNo, DocumentNo, HistoryLine, WrittenSum } from './inputs.ts';

export const office = {
  post: operatorCall({
    method: 'POST',
    path: '/operator/v1/office/post',
    summary: 'Credits cash paid in the office, once per document',
    roles: ['cashier', 'accountant', 'admin'],
    command: {
      words: 'payment post',
      arguments: { account_no: 'счёт', amount: 'сумма', document: 'документ', text: 'текст' },
      help: 'зачислить наличные, принятые в офисе',
    },
    body: z.strictObject({
      account_no: AccountNo,
      amount: WrittenSum,
      document: DocumentNo,
      text: HistoryLine('Текст для абонента'),
    }),
    result: z.object({ outcome: z.enum(['credited', 'known']) }),
    problems: ['account_unknown', 'document_conflict'],
  }),
};
