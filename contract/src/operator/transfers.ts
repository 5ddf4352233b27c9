import { z } from 'zod';
import { operatorCall } from '../kernel/operator-call.ts';
import { DayText, Money } from '../kernel/wire.ts';
import { AccountNo, Numbered, WrittenDay, WrittenSum } from './inputs.ts';
import { Line, MOST_ROWS, TOO_MANY_ROWS } from './tables.ts';

/** Statements name a payer by his number, or by his name in full. */
const LONGEST_PAYER = 500;

/** A row of a statement whose cells can be read. */
export const TransferRow = z.object({
  day: WrittenDay,
  amount: WrittenSum,
  document: z.string().min(1).max(100),
  payer: z.string().max(LONGEST_PAYER),
  purpose: z.string(),
});

export const transfers = {
  import: operatorCall({
    method: 'POST',
    path: '/operator/v1/transfers/import',
    summary: 'Takes in the transfers of a bank statement, once, and credits those whose account is clear',
    roles: ['accountant', 'admin'],
    command: {
      words: 'transfers import',
      arguments: { rows: 'файл.csv' },
      help: 'зачислить переводы из выписки банка',
    },
    body: z.strictObject({
      rows: z
        .array(
          z.strictObject({
            line: Line,
            day: z.string(),
            amount: z.string(),
            document: z.string(),
            payer: z.string(),
            purpose: z.string(),
          }),
        )
        .max(MOST_ROWS, TOO_MANY_ROWS)
        .meta({ description: 'The whole statement as it stands in the file; what cannot be read is told by its line' }),
    }),
    result: z.object({
      credited: z.int(),
      known: z.int().meta({ description: 'Taken in before' }),
      unknown: z.int().meta({ description: 'Whose account is not clear: a person assigns them' }),
      wrong: z.array(z.object({ line: z.int(), reason: z.string() })),
    }),
  }),
  unknown: operatorCall({
    method: 'GET',
    path: '/operator/v1/transfers/unknown',
    summary: 'Transfers whose account is not clear, the oldest first',
    roles: ['cashier', 'accountant', 'admin'],
    command: { words: 'transfers unknown', help: 'переводы, чей счёт не удалось понять' },
    result: z.array(
      z.object({
        transfer_id: z.int(),
        day: DayText,
        amount: Money,
        payer: z.string(),
        document_no: z.string(),
        purpose: z.string(),
      }),
    ),
  }),
  assign: operatorCall({
    method: 'POST',
    path: '/operator/v1/transfers/assign',
    summary: 'Credits a transfer to the account that a person has found',
    roles: ['accountant', 'admin'],
    command: {
      words: 'transfers assign',
      arguments: { transfer_id: 'номер', account_no: 'счёт' },
      help: 'зачислить такой перевод на счёт',
    },
    body: z.strictObject({ transfer_id: Numbered, account_no: AccountNo }),
    result: z.object({ transfer_id: z.int() }),
    problems: ['transfer_known', 'transfer_unknown', 'account_unknown'],
  }),
};
