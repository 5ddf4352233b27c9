import { z } from 'zod';
import { LARGEST_TABLE, operatorCall } from '../../kernel/call/staff-call.ts';
import { DRY_RUN, rehearsable } from '../../kernel/call/staff-change.ts';
import { kopecks } from '../../kernel/money.ts';
import { AccountKind, DayText, InstantText, Money } from '../../kernel/call/wire.ts';
import { AccountNo, HistoryLine, Numbered, WrittenDay, WrittenSum } from '../inputs.ts';
import { Line, MOST_ROWS, TOO_MANY_ROWS } from '../tables.ts';
import { PersonAddress, PersonName, PersonOther, PersonWords } from '../personal.ts';

/** The most characters of a payer: statements have his number or his full name. */
const LONGEST_PAYER = 500;

/** Why a transfer may be somebody's, the strongest first. */
export const TRANSFER_REASONS = ['number', 'paid_before', 'purpose', 'payer'] as const;

/** A parsed row of a statement. */
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
    path: '/staff/v1/transfers/import',
    largestBody: LARGEST_TABLE,
    summary: 'Imports the transfers of a bank statement, each once, and credits those with a clear account',
    roles: ['accountant'],
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
        .meta({ description: 'All rows of the statement, unparsed; invalid rows are reported by line' }),
    }),
    result: z.object({
      credited: z.int(),
      known: z.int().meta({ description: 'Transfers imported before' }),
      unknown: z.int().meta({ description: 'Transfers without a clear account, which a person must assign' }),
      wrong: z.array(z.object({ line: z.int(), reason: z.string() })),
    }),
  }),
  unknown: operatorCall({
    method: 'GET',
    path: '/staff/v1/transfers/unknown',
    summary: 'Transfers without a clear account, oldest first',
    roles: ['cashier', 'accountant', 'owner', 'auditor'],
    command: { words: 'transfers unknown', help: 'переводы, чей счёт не удалось понять' },
    result: z.array(
      z.object({
        transfer_id: z.int(),
        day: DayText,
        amount: Money,
        payer: PersonName,
        document_no: z.string(),
        purpose: PersonOther,
        undone: z
          .object({ account_no: z.string(), at: InstantText, reason: PersonWords })
          .nullable()
          .meta({ description: 'Where it was credited by mistake before' }),
      }),
    ),
  }),
  guesses: operatorCall({
    method: 'GET',
    path: '/staff/v1/transfers/guesses',
    summary: 'Whose an unknown transfer may be, the likeliest first, and why; at most five, and none of a known one',
    roles: ['accountant'],
    noted: true,
    command: {
      words: 'transfers guesses',
      arguments: { transfer_id: 'номер' },
      help: 'чей это может быть перевод, и почему',
    },
    query: z.strictObject({ transfer_id: Numbered }),
    result: z.array(
      z.object({
        contract_id: z.int(),
        name: PersonName,
        address: PersonAddress,
        state: z.enum(['active', 'suspended', 'closed']),
        account_no: z.string(),
        kind: AccountKind,
        balance: Money,
        missing: Money.meta({ description: 'What brings back the services that are off for debt; 0.00 if none is' }),
        reasons: z.array(
          z.object({
            why: z.enum(TRANSFER_REASONS).meta({
              description:
                'number: the purpose has the number of the account or contract; paid_before: transfers of this payer went there; purpose: its words; payer: his name',
            }),
            times: z.int().nullable().meta({ description: 'Of `paid_before`: how often within a year' }),
          }),
        ),
      }),
    ),
  }),
  assign: operatorCall({
    method: 'POST',
    path: '/staff/v1/transfers/assign',
    summary: 'Credits a transfer to an account chosen by a person',
    roles: ['accountant'],
    command: {
      words: 'transfers assign',
      arguments: { transfer_id: 'номер', account_no: 'счёт' },
      options: DRY_RUN,
      help: 'зачислить такой перевод на счёт',
    },
    body: rehearsable({ transfer_id: Numbered, account_no: AccountNo }),
    result: z.object({
      rehearsed: z.boolean(),
      transfer_id: z.int(),
      account_no: z.string(),
      balance: Money.meta({ description: 'Of the account, afterwards' }),
    }),
    problems: ['transfer_known', 'transfer_unknown', 'account_unknown'],
  }),
  undo: operatorCall({
    method: 'POST',
    path: '/staff/v1/transfers/undo',
    summary:
      'Takes a transfer back from the account that it should not have reached, with a receipt of the return; it waits again, or is credited to another account at once',
    roles: ['accountant'],
    command: {
      words: 'transfers undo',
      arguments: { transfer_id: 'номер', reason: 'почему' },
      options: { account_no: 'счёт, на который зачислить сразу', ...DRY_RUN },
      help: 'отменить зачисление перевода не на тот счёт; «почему» прочитает абонент',
    },
    body: rehearsable({ transfer_id: Numbered, reason: HistoryLine('Почему'), account_no: AccountNo.optional() }),
    result: z.object({
      rehearsed: z.boolean(),
      transfer_id: z.int(),
      amount: Money,
      account_no: z.string().meta({ description: 'Where it was' }),
      balance: Money.meta({ description: 'Of that account, afterwards' }),
      switched_off: z.array(PersonWords).meta({ description: 'What of that account goes off for debt' }),
      to: z
        .object({ account_no: z.string(), balance: Money })
        .nullable()
        .meta({ description: 'Where it is now; null: it waits for a person' }),
    }),
    problems: [
      'transfer_unknown',
      'transfer_not_credited',
      'transfer_returned',
      'account_unknown',
      'second_person_needed',
    ],
    second: kopecks(1_000_00),
  }),
};
