import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { DayText, Money } from '../../kernel/call/wire.ts';
import { Numbered, WrittenDay } from '../inputs.ts';

const Findings = z.array(
  z.object({
    finding_id: z.int(),
    day: DayText,
    amount: Money,
    acquirer: z.string(),
    kind: z.enum(['ours_only', 'theirs_only', 'sum_differs']),
    subject: z
      .string()
      .meta({ description: 'The payment’s id, or the bank’s number of an operation without our payment' }),
  }),
);

/** Bytes of base64 text, for a file of 30 megabytes; the register of a day is a hundredth of this. */
const MOST_FILE = 40_000_000;

export const reconciliation = {
  run: operatorCall({
    method: 'POST',
    path: '/staff/v1/reconciliation/run',
    summary: 'Compares a day with the register of the bank, and credits missed payments',
    roles: ['accountant'],
    command: {
      words: 'payments reconcile',
      arguments: { day: 'день', file: 'файл.csv' },
      help: 'сверить день с реестром банка',
    },
    body: z.strictObject({
      day: WrittenDay,
      file: z
        .base64()
        .max(MOST_FILE, 'Файл больше 30 МБ')
        .optional()
        .meta({ description: 'The bank’s file, if its register cannot be requested', examples: ['0JTQsNGC0LA='] }),
    }),
    result: z.object({
      day: DayText,
      orders: z.int(),
      credited: z.int(),
      findings: Findings.meta({ description: 'All open findings' }),
    }),
    problems: ['outside_unavailable'],
  }),
  findings: operatorCall({
    method: 'GET',
    path: '/staff/v1/reconciliation/findings',
    summary: 'Differences between our books and the registers of the bank',
    roles: ['accountant', 'owner', 'auditor'],
    command: { words: 'payments findings', help: 'расхождения с реестрами банка' },
    result: Findings,
  }),
  dismiss: operatorCall({
    method: 'POST',
    path: '/staff/v1/reconciliation/dismiss',
    summary: 'Closes a finding',
    roles: ['accountant'],
    command: {
      words: 'payments dismiss',
      arguments: { finding_id: 'номер' },
      help: 'отметить расхождение разобранным',
    },
    body: z.strictObject({ finding_id: Numbered }),
    result: z.object({ finding_id: z.int() }),
    problems: ['finding_not_open'],
  }),
};
