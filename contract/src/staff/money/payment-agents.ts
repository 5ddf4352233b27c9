import { z } from 'zod';
import { LARGEST_TABLE, operatorCall } from '../../kernel/call/staff-call.ts';
import { DayText, InstantText, Money, text } from '../../kernel/call/wire.ts';
import { Numbered, WrittenDay } from '../inputs.ts';
import { Line, MOST_ROWS, TOO_MANY_ROWS } from '../tables.ts';
import { PersonWords } from '../personal.ts';

export const paymentAgents = {
  reconcile: operatorCall({
    method: 'POST',
    path: '/staff/v1/payment-agents/reconcile',
    largestBody: LARGEST_TABLE,
    summary: 'Compares a day with the register of a payment agent, and credits missed payments',
    roles: ['accountant'],
    command: {
      words: 'agents reconcile',
      arguments: { agent: 'источник', day: 'день', rows: 'файл.csv' },
      help: 'сверить день с реестром банка или терминалов',
    },
    body: z.strictObject({
      agent: text(100),
      day: WrittenDay,
      rows: z
        .array(z.strictObject({ line: Line, txn_id: z.string(), account: z.string(), sum: z.string() }))
        .max(MOST_ROWS, TOO_MANY_ROWS)
        .meta({ description: 'All rows of the register, unparsed; invalid rows are reported by line' }),
    }),
    result: z.object({
      day: DayText,
      rows: z.int(),
      credited: z.int(),
      unread: z.array(z.object({ line: z.int(), reason: z.string() })),
      findings: z.array(
        z.object({
          txn_id: z.string(),
          account: PersonWords,
          amount: Money,
          what: z.enum(['credited', 'ours_only', 'refused']),
          reason: z.string().nullable().meta({ description: 'Why it was refused' }),
        }),
      ),
    }),
  }),
  conflicts: operatorCall({
    method: 'GET',
    path: '/staff/v1/payment-agents/conflicts',
    summary: 'Repeated payment numbers with another sum or account',
    roles: ['accountant', 'owner', 'auditor'],
    command: { words: 'agents conflicts', help: 'повторы платежа с другой суммой или другим счётом' },
    result: z.array(
      z.object({
        conflict_id: z.int(),
        source: z.string(),
        txn_id: z.string(),
        first_account: z.string(),
        first_amount: Money,
        account_typed: PersonWords,
        amount: Money,
        times: z.int(),
        last_at: InstantText,
      }),
    ),
  }),
  dismiss: operatorCall({
    method: 'POST',
    path: '/staff/v1/payment-agents/dismiss',
    summary: 'Closes a conflict that is settled with the agent; told once more, it opens again',
    roles: ['accountant'],
    command: {
      words: 'agents dismiss',
      arguments: { conflict_id: 'номер' },
      help: 'отметить, что с повтором платежа разобрались',
    },
    body: z.strictObject({ conflict_id: Numbered }),
    result: z.object({ conflict_id: z.int() }),
    problems: ['finding_not_open'],
  }),
};
