import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import {
  AskedPeriod,
  DayText,
  inAddress,
  InstantText,
  Money,
  PeriodText,
  wholeNumber,
} from '../../kernel/call/wire.ts';
import { DEBT_BANDS } from '../../kernel/debt-band.ts';
import { reportExport, reportLists } from './report-lists.ts';

const MONEY_ROLES = ['accountant', 'owner', 'auditor'] as const;
const WORK_ROLES = ['engineer', 'owner', 'admin', 'auditor'] as const;
const MOST_MONTHS = 36;

const List = z.string().meta({ description: 'The command that lists what the row sums up' });
const OfMonth = z.strictObject({ month: AskedPeriod.optional().meta({ description: 'Default: this month' }) });
const OfMonths = z.strictObject({
  months: inAddress(wholeNumber(1, MOST_MONTHS)).default(13).meta({ description: 'Up to this month' }),
});
const MONTH = { month: 'месяц, например 2026-11' } as const;
const MONTHS = { months: 'сколько месяцев, до 36' } as const;

const Sums = {
  charged: Money,
  returned: Money,
  revenue: Money.meta({ description: 'Charged less returned' }),
};

export const reports = {
  revenue: operatorCall({
    method: 'GET',
    path: '/staff/v1/reports/revenue',
    summary: 'Revenue of a month by day, the month before beside it, and what the month will bring',
    roles: MONEY_ROLES,
    command: {
      words: 'reports revenue',
      arguments: MONTH,
      help: 'выручка по дням, рядом прошлый месяц; прогноз месяца',
    },
    query: OfMonth,
    result: z.object({
      month: PeriodText,
      days: z.array(
        z.object({
          day: DayText,
          ...Sums,
          before: Money.meta({ description: 'Revenue of the same day of the month before' }),
          list: List,
        }),
      ),
      total: z.object(Sums),
      before: z.object({
        revenue: Money.meta({ description: 'Of the whole month before' }),
        so_far: Money.meta({ description: 'Of its days up to the last one told here' }),
      }),
      forecast: z
        .object({
          revenue: Money.meta({ description: 'Of the whole month, if everybody who is connected goes on paying' }),
          day: DayText.meta({ description: 'The last day whose charges it knows' }),
          counted_at: InstantText,
        })
        .nullable()
        .meta({ description: 'null: another month, or not counted yet' }),
    }),
  }),
  services: operatorCall({
    method: 'GET',
    path: '/staff/v1/reports/services',
    summary: 'Revenue of a month by kind of service and plan, the month before beside it',
    roles: MONEY_ROLES,
    command: { words: 'reports services', arguments: MONTH, help: 'выручка по видам услуг и тарифам' },
    query: OfMonth,
    result: z.object({
      month: PeriodText,
      items: z.array(
        z.object({
          service: z.enum(['internet', 'tv', 'sip', 'mail', 'telephone', 'other']),
          plan_id: z.int().nullable(),
          plan: z.string().nullable().meta({ description: 'Of the service on the day of the line' }),
          ...Sums,
          before: Money,
          list: List,
        }),
      ),
      total: z.object(Sums),
    }),
  }),
  payments: operatorCall({
    method: 'GET',
    path: '/staff/v1/reports/payments',
    summary: 'Payments of a month by source and day',
    roles: MONEY_ROLES,
    command: { words: 'reports payments', arguments: MONTH, help: 'платежи по источникам и дням' },
    query: OfMonth,
    result: z.object({
      month: PeriodText,
      items: z.array(
        z.object({
          day: DayText,
          source: z.enum(['cash', 'bank', 'terminal', 'card', 'sbp', 'transfer', 'promised', 'other']),
          received: Money,
          returned: Money,
          sum: Money.meta({ description: 'Received less returned' }),
          lines: z.int(),
          list: List,
        }),
      ),
      total: Money,
    }),
  }),
  debtors: operatorCall({
    method: 'GET',
    path: '/staff/v1/reports/debtors',
    summary: 'Debts by age, as the list of debtors counts them',
    roles: MONEY_ROLES,
    command: { words: 'reports debtors', help: 'долги по возрасту' },
    result: z.object({
      items: z.array(z.object({ band: z.enum(DEBT_BANDS), count: z.int(), sum: Money, list: List })),
      total: z.object({ count: z.int(), sum: Money }),
    }),
  }),
  contracts: operatorCall({
    method: 'GET',
    path: '/staff/v1/reports/contracts',
    summary: 'New and lost contracts and services by month',
    roles: WORK_ROLES,
    command: {
      words: 'reports contracts',
      arguments: MONTHS,
      help: 'новые и ушедшие договоры, подключённые и закрытые услуги по месяцам',
    },
    query: OfMonths,
    result: z.object({
      items: z.array(
        z.object({
          month: PeriodText,
          opened: z.int(),
          closed: z.int(),
          net: z.int(),
          at_end: z.int().meta({ description: 'Open at the end of the month, or now' }),
          connected: z.int().meta({ description: 'Services' }),
          ended: z.int().meta({ description: 'Services' }),
          list: List,
        }),
      ),
    }),
  }),
  bill: operatorCall({
    method: 'GET',
    path: '/staff/v1/reports/bill',
    summary: 'The average bill: revenue per contract that is open at the end of a month',
    roles: MONEY_ROLES,
    command: { words: 'reports bill', arguments: MONTHS, help: 'средний счёт договора по месяцам' },
    query: OfMonths,
    result: z.object({
      items: z.array(
        z.object({
          month: PeriodText,
          revenue: Money,
          contracts: z.int(),
          average: Money.nullable().meta({ description: 'null: no contract is open' }),
          list: List,
        }),
      ),
    }),
  }),
  promises: operatorCall({
    method: 'GET',
    path: '/staff/v1/reports/promises',
    summary: 'Promised payments by the month in which they were taken, and how they ended',
    roles: MONEY_ROLES,
    command: { words: 'reports promises', arguments: MONTHS, help: 'обещанные платежи: сколько взято и возвращено' },
    query: OfMonths,
    result: z.object({
      items: z.array(
        z.object({
          month: PeriodText,
          taken: z.int(),
          sum: Money,
          repaid: z.int(),
          ended: z.int().meta({ description: 'Their days ended without a payment' }),
          active: z.int(),
          list: List,
        }),
      ),
    }),
  }),
  ...reportLists,
  ...reportExport,
};
