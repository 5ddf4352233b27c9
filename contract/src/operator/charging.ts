import { z } from 'zod';
import { operatorCall } from '../kernel/operator-call.ts';
import { DayText, InstantText, Money } from '../kernel/wire.ts';
import { AccountNo, DocumentNo, HistoryLine, Numbered, WrittenDay, WrittenSum } from './inputs.ts';

export const charging = {
  run: operatorCall({
    method: 'POST',
    path: '/operator/v1/charging/run',
    summary: 'Processes the unfinished days of charging, up to a day',
    roles: ['accountant', 'engineer', 'admin'],
    command: {
      words: 'charge run',
      arguments: { until: 'день' },
      help: 'провести дни списаний, которые ещё не прошли, до этого дня (сегодня)',
    },
    body: z.strictObject({ until: WrittenDay.optional().meta({ description: 'Default: today' }) }),
    result: z.object({
      until: DayText,
      failed: z.int().meta({ description: 'Accounts that could not be charged' }),
    }),
  }),
  status: operatorCall({
    method: 'GET',
    path: '/operator/v1/charging/status',
    summary: 'The latest days of charging, and the accounts that could not be charged',
    roles: ['accountant', 'engineer', 'admin'],
    command: { words: 'charge status', help: 'последние дни списаний и счета, где списать не вышло' },
    result: z.object({
      days: z.array(z.object({ day: DayText, started_at: InstantText, finished_at: InstantText.nullable() })),
      failed: z.array(z.object({ account_no: z.string(), day: DayText, error: z.string() })),
      held: z.enum(['clocks_differ', 'long_standstill']).nullable().meta({
        description:
          'Why no day is charged by itself: the clocks of the portal and of its database are more than five minutes apart, or more than 31 days wait',
      }),
      held_prices: z.int().meta({
        description:
          'Prices of a day long past that the catalogue does not have yet: accounts that are not charged may need the former',
      }),
    }),
  }),
  once: operatorCall({
    method: 'POST',
    path: '/operator/v1/charging/once',
    summary: 'Orders a one-time charge, once per document; the next day of charging charges it',
    roles: ['accountant', 'admin'],
    command: {
      words: 'charge once',
      arguments: { account_no: 'счёт', amount: 'сумма', text: 'за что', document: 'номер документа' },
      help: 'разовое списание: пройдёт с ближайшим днём списаний',
    },
    body: z.strictObject({
      account_no: AccountNo,
      amount: WrittenSum,
      text: HistoryLine('За что'),
      document: DocumentNo,
    }),
    result: z.object({
      outcome: z.enum(['ordered', 'known']).meta({ description: 'known: this document is already charged' }),
      amount: Money,
    }),
    problems: ['account_unknown'],
  }),
  correct: operatorCall({
    method: 'POST',
    path: '/operator/v1/charging/correct',
    summary: 'Gives a charge back by a new transaction that refers to it',
    roles: ['accountant', 'admin'],
    command: {
      words: 'charge correct',
      arguments: { transaction_id: 'проводка', reason: 'почему' },
      help: 'вернуть списанное: новая проводка, которая ссылается на прежнюю',
    },
    body: z.strictObject({ transaction_id: Numbered, reason: HistoryLine('Почему') }),
    result: z.object({ outcome: z.enum(['corrected', 'known']) }),
    problems: ['charge_unknown'],
  }),
};
