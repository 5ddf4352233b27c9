import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { AskedDay, AskedPeriod, DayText, inAddress, Money, pageOf, text, wholeNumber } from '../../kernel/call/wire.ts';
import { Numbered } from '../inputs.ts';
import { PersonWords } from '../personal.ts';

/** What a row of a report sums up. */
export const REPORT_NAMES = ['revenue', 'services', 'payments', 'debtors', 'contracts', 'bill', 'promises'] as const;
export type ReportName = (typeof REPORT_NAMES)[number];

export const MOST_MEMBERS = 2000;

export const reportLists = {
  lines: operatorCall({
    method: 'GET',
    path: '/staff/v1/reports/lines',
    summary: 'The lines of accounts that a row of a report of money sums up, newest first',
    roles: ['accountant', 'owner', 'auditor'],
    command: {
      words: 'reports lines',
      arguments: { side: 'charged или paid' },
      options: {
        day: 'день',
        month: 'или месяц',
        what: 'вид услуги или источник платежа',
        plan_id: 'тариф',
        cursor: 'место, с которого продолжить',
        limit: 'сколько строк, до 200',
      },
      help: 'строки счетов, из которых сложена строка отчёта',
    },
    query: z.strictObject({
      side: z.enum(['charged', 'paid'], 'Назовите charged или paid'),
      day: AskedDay.optional(),
      month: AskedPeriod.optional().meta({ description: 'If no day is named; default: this month' }),
      what: text(20).optional(),
      plan_id: Numbered.optional(),
      cursor: text(100).optional(),
      limit: inAddress(wholeNumber(1, 200)).default(50),
    }),
    result: pageOf(
      z.object({
        transaction_id: z.int(),
        day: DayText,
        contract_id: z.int(),
        account_no: z.string(),
        amount: Money.meta({ description: 'Below zero: given back' }),
        text: PersonWords,
      }),
    ),
    noted: true,
  }),
  members: operatorCall({
    method: 'GET',
    path: '/staff/v1/reports/members',
    summary: `The contracts behind a month of a report, at most ${MOST_MEMBERS}`,
    roles: ['accountant', 'engineer', 'owner', 'admin', 'auditor'],
    command: {
      words: 'reports members',
      arguments: { kind: 'opened, closed, connected, ended или promised', month: 'месяц' },
      help: 'договоры, из которых сложена строка отчёта за месяц',
    },
    query: z.strictObject({
      kind: z.enum(['opened', 'closed', 'connected', 'ended', 'promised']),
      month: AskedPeriod.optional().meta({ description: 'Default: this month' }),
    }),
    result: z.array(
      z.object({
        contract_id: z.int(),
        day: DayText,
        sum: Money.nullable().meta({ description: 'Of a promised payment' }),
      }),
    ),
    problems: ['role_not_allowed'],
    noted: true,
  }),
};

export const reportExport = {
  export: operatorCall({
    method: 'GET',
    path: '/staff/v1/reports/export',
    summary: 'A report as a table for Excel: the figures of its call, semicolons, a mark of UTF-8',
    roles: ['accountant', 'engineer', 'owner', 'admin', 'auditor'],
    command: {
      words: 'reports export',
      arguments: { report: 'отчёт: revenue, services, payments, debtors, contracts, bill, promises' },
      options: { month: 'месяц', months: 'сколько месяцев, до 36' },
      help: 'отчёт таблицей, CSV для Excel',
    },
    query: z.strictObject({
      report: z.enum(REPORT_NAMES),
      month: AskedPeriod.optional(),
      months: inAddress(wholeNumber(1, 36)).default(13),
    }),
    result: z.object({ file: z.string(), csv: z.string() }),
    problems: ['role_not_allowed'],
    noted: true,
  }),
};
