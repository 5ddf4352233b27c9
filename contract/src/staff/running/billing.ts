import { z } from 'zod';
import { LARGEST_TABLE, operatorCall } from '../../kernel/call/staff-call.ts';
import { AskedDay, DayText, Id, inAddress, InstantText } from '../../kernel/call/wire.ts';
import { AccountNo, Numbered, SignedSum, words } from '../inputs.ts';
import { PersonWords } from '../personal.ts';
import { MOST_TOLD_ROWS, TOLD_TABLES, TOO_MANY_TOLD, toldTables } from './billing-tables.ts';

const AsNumber = Numbered.meta({
  description: 'Grows with each change of the row: a counter, or the moment of the change in milliseconds',
});

const Line = z.strictObject({
  key: words(100, 'Ключ строки').meta({ description: 'The other billing’s own key of the line; entered once' }),
  day: AskedDay,
  text: words(500, 'За что'),
  amount: SignedSum.meta({ description: 'Below zero: charged' }),
});

const Outcomes = z.object({
  taken: z.int(),
  rows: z.array(
    z.object({
      key: z.string().meta({ description: 'The account or the login' }),
      outcome: z.enum(['taken', 'same', 'older', 'ours', 'unknown', 'conflict']),
      reason: z.string().nullable(),
    }),
  ),
});

const BillingRequest = z.object({
  request_no: z.int(),
  contract_id: z.int(),
  kind: z.enum([
    'payment',
    'reversal',
    'refund',
    'correction',
    'plan',
    'option',
    'program',
    'pause',
    'return',
    'promise',
  ]),
  made_at: InstantText,
  state: z.enum(['waiting', 'confirmed', 'refused']),
  reason: z.string().nullable(),
  answered_at: InstantText.nullable(),
  body: z
    .object({
      account_no: z.string(),
      sum_kopecks: z.int().meta({ description: 'Below zero: taken from the account' }),
      day: DayText,
      method: z.string(),
      transaction_id: z.int(),
      corrects_transaction_id: z.int(),
      login: z.string().meta({ description: 'Of the service' }),
      plan: z.string(),
      former_plan: z.string().nullable(),
      from_day: DayText,
      option: z.string(),
      option_id: z.int(),
      program: z.string(),
      program_id: z.int(),
      status: z.enum(['on', 'off']),
      from: DayText.meta({ description: 'The first day of a pause' }),
      until: DayText.meta({ description: 'The day on which a paused service works again' }),
    })
    .partial()
    .meta({ description: 'Of money: the account and the sum; of a service: its login and what is asked, by names' }),
});

/** What another billing tells, and what it is asked for. */
export const billing = {
  balances: operatorCall({
    method: 'POST',
    path: '/staff/v1/billing/balances',
    largestBody: LARGEST_TABLE,
    summary: 'Takes balances that another billing tells, each by its version, with the lines that explain them',
    roles: ['engineer', 'accountant'],
    command: {
      words: 'billing balances',
      arguments: { rows: 'файл.csv' },
      help: 'принять остатки из другой расчётной системы: счёт, версия, остаток, учтённый запрос',
    },
    body: z.strictObject({
      rows: z
        .array(
          z.strictObject({
            account_no: AccountNo,
            version: AsNumber,
            balance: SignedSum,
            counted_to: inAddress(z.int().min(0).max(Number.MAX_SAFE_INTEGER)).optional().meta({
              description: 'The last request about money of this account that the balance contains; absent: none',
            }),
            lines: z.array(Line).max(100, 'Строк больше ста').optional(),
          }),
        )
        .max(MOST_TOLD_ROWS, TOO_MANY_TOLD),
    }),
    result: Outcomes,
    problems: ['charging_own'],
  }),
  services: operatorCall({
    method: 'POST',
    path: '/staff/v1/billing/services',
    largestBody: LARGEST_TABLE,
    summary: 'Takes from another billing whether services work, and their plans, each by its version',
    roles: ['engineer', 'accountant'],
    command: {
      words: 'billing services',
      arguments: { rows: 'файл.csv' },
      help: 'принять состояния и тарифы услуг из другой расчётной системы',
    },
    body: z.strictObject({
      rows: z
        .array(
          z.strictObject({
            login: words(100, 'Логин'),
            version: AsNumber,
            state: z.enum(['active', 'debt', 'operator', 'paused']),
            plan: words(200, 'Тариф')
              .optional()
              .meta({ description: 'By its name in the catalogue; absent: it stays' }),
            until: AskedDay.optional().meta({ description: 'Of a paused one: the day on which it works again' }),
          }),
        )
        .max(MOST_TOLD_ROWS, TOO_MANY_TOLD),
    }),
    result: Outcomes,
    problems: ['charging_own'],
  }),
  tables: toldTables,
  requests: operatorCall({
    method: 'GET',
    path: '/staff/v1/billing/requests',
    summary: 'What another billing is asked to book or to decide, in order: what waits for an answer, or all',
    roles: ['engineer', 'accountant', 'owner', 'admin', 'auditor'],
    command: {
      words: 'billing requests',
      options: { after: 'после какого номера', limit: 'сколько, не больше 1000', all: 'да: и те, на которые ответили' },
      help: 'что передано другой расчётной системе и ждёт ответа: деньги и просьбы об услугах',
    },
    query: z.strictObject({
      after: inAddress(Id).optional(),
      limit: inAddress(z.int().min(1).max(1000)).optional().meta({ description: 'At most 1000; absent: 100' }),
      all: z.enum(['yes', 'да']).optional(),
    }),
    result: z.object({ requests: z.array(BillingRequest), more: z.boolean() }),
  }),
  answer: operatorCall({
    method: 'POST',
    path: '/staff/v1/billing/answer',
    summary: 'Answers a request for another billing: it has been done, or why not',
    roles: ['engineer', 'accountant'],
    command: {
      words: 'billing answer',
      arguments: { request_no: 'номер', state: 'confirmed или refused' },
      options: { reason: 'почему отказано: это увидит абонент' },
      help: 'ответить на запрос за другую расчётную систему',
    },
    body: z.strictObject({
      request_no: Numbered,
      state: z.enum(['confirmed', 'refused']),
      reason: words(300, 'Почему').optional(),
    }),
    result: z.object({ request_no: z.int(), outcome: z.enum(['answered', 'known']) }),
    problems: ['billing_request_unknown', 'billing_answered', 'charging_own'],
  }),
  conflicts: operatorCall({
    method: 'GET',
    path: '/staff/v1/billing/conflicts',
    summary: 'Rows of another billing that were not taken, and requests that it has refused; at most 1 000 of each',
    roles: ['engineer', 'accountant', 'owner', 'admin', 'auditor'],
    command: { words: 'billing conflicts', help: 'строки другой системы, которые не приняты, и её отказы по деньгам' },
    result: z.object({
      rows: z.array(
        z.object({
          told: z.enum(['balance', 'service', ...TOLD_TABLES]),
          key: PersonWords,
          reason: PersonWords,
          first_at: InstantText,
          last_at: InstantText,
          times: z.int(),
          dependants: z.int().meta({ description: 'How many more rows wait for this one' }),
        }),
      ),
      refused: z.array(BillingRequest),
    }),
  }),
};
