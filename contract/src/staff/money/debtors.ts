import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { DRY_RUN, rehearsable } from '../../kernel/call/staff-change.ts';
import {
  AccountKind,
  DayText,
  inAddress,
  InstantText,
  Money,
  pageOf,
  text,
  wholeNumber,
} from '../../kernel/call/wire.ts';
import { DEBT_BANDS } from '../../kernel/debt-band.ts';
import { Numbered, WrittenSum } from '../inputs.ts';
import { PersonAddress, PersonName, PersonWords } from '../personal.ts';
import { PrintedNo } from '../../shapes.ts';

/** Contracts of one reminder that need no second person. */
const REMINDED_ALONE = 500;
const MOST_REMINDED = 5_000;
const MOST_EXPORTED = 1_000;

const filters = {
  band: z.enum(DEBT_BANDS).optional().meta({ description: 'By the age of the debt: up to 7 days, 8–30, 31–90, older' }),
  from: WrittenSum.optional().meta({ description: 'Sums from this one on' }),
  town: text(100).optional(),
  sort: z.enum(['sum', 'age']).default('sum').meta({ description: 'The largest, or the oldest, first' }),
  cursor: text(100).optional(),
};

const FILTERS = {
  band: 'возраст долга: week, month, quarter, older',
  from: 'сумма не меньше',
  town: 'город',
  sort: 'sum — крупные сверху, age — старые сверху',
  cursor: 'место, с которого продолжить',
} as const;

const Total = z.object({ count: z.int(), sum: Money });

const Debtor = z.object({
  contract_id: z.int(),
  printed_no: PrintedNo,
  name: PersonName,
  address: PersonAddress,
  state: z.enum(['active', 'suspended', 'closed']),
  sum: Money.meta({ description: 'What brings everything back; of services that work, what is below zero' }),
  since: DayText.meta({ description: 'The first day in debt' }),
  days: z.int(),
  band: z.enum(DEBT_BANDS),
  off_since: InstantText.nullable().meta({ description: 'null: services work' }),
  accounts: z.array(z.object({ kind: AccountKind, balance: Money, sum: Money })),
  reminded_at: InstantText.nullable().meta({ description: 'By the staff' }),
  promised_until: DayText.nullable().meta({ description: 'The last day of the promised payment in force' }),
  last_payment: z.object({ day: DayText, amount: Money }).nullable(),
});

export const debtors = {
  list: operatorCall({
    method: 'GET',
    path: '/staff/v1/debtors/list',
    summary: 'Who owes, how much, since when, what was done; with totals by the age of the debt',
    roles: ['accountant', 'owner', 'auditor'],
    command: {
      words: 'debtors list',
      options: { ...FILTERS, limit: 'сколько строк, до 100' },
      help: 'должники: кто, сколько, с какого дня, что сделано; итоги по возрасту долга',
    },
    query: z.strictObject({ ...filters, limit: inAddress(wholeNumber(1, 100)).default(50) }),
    result: pageOf(Debtor).extend({
      bands: z
        .array(Total.extend({ band: z.enum(DEBT_BANDS) }))
        .meta({ description: 'Of all that the other filters leave' }),
      total: Total.meta({ description: 'Of all pages' }),
    }),
    problems: ['town_unknown'],
    noted: true,
  }),
  export: operatorCall({
    method: 'GET',
    path: '/staff/v1/debtors/export',
    summary: 'The same as rows of a table, up to 1 000; a second page is given on the server only',
    roles: ['accountant'],
    command: {
      words: 'debtors export',
      options: FILTERS,
      help: `должники, CSV; за раз ${MOST_EXPORTED} строк`,
    },
    query: z.strictObject(filters),
    result: pageOf(Debtor),
    problems: ['town_unknown', 'second_person_needed'],
    noted: true,
  }),
  remind: operatorCall({
    method: 'POST',
    path: '/staff/v1/debtors/remind',
    summary: 'Reminds contracts of their debt by the channels of each, once a day; above 500 with a second person',
    roles: ['accountant'],
    command: {
      words: 'debtors remind',
      arguments: { contracts: 'договоры' },
      options: DRY_RUN,
      help: 'напомнить о долге: договоры через запятую; второй раз за день никто не получит',
    },
    body: rehearsable({
      contracts: z
        .array(Numbered)
        .min(1, 'Назовите хотя бы один договор')
        .max(MOST_REMINDED, `За раз не больше ${MOST_REMINDED} договоров`)
        .meta({ examples: [[118_402]] }),
    }),
    result: z.object({
      reminded: z.int(),
      sum: Money,
      skipped: z.array(z.object({ contract_id: z.int(), why: z.enum(['owes_nothing', 'reminded_today']) })),
      ways: z.array(z.object({ way: z.string(), count: z.int() })).meta({
        description: 'Messages by channel: portal, sms, mail …',
      }),
      examples: z
        .array(z.object({ contract_id: z.int(), title: PersonWords, text: PersonWords }))
        .meta({ description: 'The first three, as the portal shows them' }),
    }),
    problems: ['second_person_needed'],
    second: REMINDED_ALONE,
    counts: 'contracts',
  }),
};

export const debtorLimits = { exported: MOST_EXPORTED };
