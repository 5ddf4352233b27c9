import { z } from 'zod';
import { DRY_RUN, rehearsable } from '../../kernel/call/staff-change.ts';
import { LARGEST_TABLE, operatorCall } from '../../kernel/call/staff-call.ts';
import { DayText, InstantText, Money, text } from '../../kernel/call/wire.ts';
import { kopecks } from '../../kernel/money.ts';
import { BillingReading } from './billing-reading.ts';
import { AccountNo, DocumentNo, HistoryLine, Numbered, WrittenDay, WrittenSum } from '../inputs.ts';
import { PersonOther, PersonWords } from '../personal.ts';
import { chargingSource, NamedSource } from './charging-source.ts';
import { Line, MOST_ROWS, TOO_MANY_ROWS } from '../tables.ts';

/** Ways of a message to a subscriber. */
const MESSAGE_WAYS = ['portal', 'sms', 'mail', 'telegram', 'max', 'push'] as const;

/** The most characters of a sum that is not parsed yet. */
const LONGEST_SUM = 50;

const Service = z.object({
  contract_id: z.int(),
  account_no: z.string(),
  name: PersonWords.meta({ personal: 'words', description: 'The service, or the phone number' }),
});

/** Charges of the first night beside those of the former system. */
const Compared = z.object({
  ours: Money,
  theirs: Money,
  equal: z.int().meta({ description: 'Accounts with the same sum' }),
  differing: z
    .array(z.object({ account_no: z.string(), contract_id: z.int(), ours: Money, theirs: Money }))
    .meta({ description: 'The largest difference first' }),
  wrong: z.array(z.object({ line: z.int(), reason: PersonWords })),
});

export const charging = {
  rehearse: operatorCall({
    method: 'POST',
    path: '/staff/v1/charging/rehearse',
    largestBody: LARGEST_TABLE,
    summary: 'What the first night of charging would do: carries it out in a transaction and undoes it',
    roles: ['engineer', 'accountant', 'owner'],
    command: {
      words: 'charge rehearse',
      arguments: { day: 'день', former: 'файл.csv' },
      help: 'показать, что сделает первая ночь: суммы, кого отключит, что разошлёт; с файлом — и чем суммы отличаются от прежней системы; ничего не меняет',
    },
    body: z.strictObject({
      day: WrittenDay.optional().meta({ description: 'Default: the day named, or tomorrow' }),
      former: z
        .array(z.strictObject({ line: Line, account_no: AccountNo, sum: text(LONGEST_SUM) }))
        .max(MOST_ROWS, TOO_MANY_ROWS)
        .optional()
        .meta({
          description:
            'What the former system charges the accounts on those days, unparsed; rows of one account are added, and an account without one is charged nothing there',
        }),
    }),
    result: z.object({
      first_day: DayText,
      charged: z.array(
        z.object({
          kind: z.enum(['charge', 'correction']),
          text: z.string(),
          count: z.int(),
          sum: Money.meta({ description: 'Below zero: given back' }),
        }),
      ),
      switched_off: z.array(Service.extend({ missing: Money.meta({ description: 'What its account lacks' }) })),
      switched_on: z.array(Service),
      messages: z.array(
        z.object({
          notice: z.string(),
          ways: z.array(z.object({ way: z.enum(MESSAGE_WAYS), count: z.int() })),
          example: z.object({ contract_id: z.int(), title: PersonWords, text: PersonOther }),
        }),
      ),
      network_orders: z.int().meta({ description: 'Services and phone numbers whose new state the network would get' }),
      failed: z.array(z.object({ account_no: z.string(), error: PersonWords })).meta({
        description: 'Accounts that could not be charged',
      }),
      compared: Compared.nullable().meta({ description: 'null: no charges of the former system were sent' }),
    }),
    problems: ['charging_begun'],
  }),
  begin: operatorCall({
    method: 'POST',
    path: '/staff/v1/charging/begin',
    summary: 'Names the first day of charging: a database that has never charged is on hold until that day',
    roles: ['accountant'],
    command: {
      words: 'charge begin',
      arguments: { day: 'день' },
      help: 'начать списания с этого дня: до него ничего не списывается, не отключается и не рассылается',
    },
    body: z.strictObject({ day: WrittenDay }),
    result: z.object({
      outcome: z.enum(['named', 'moved', 'known']).meta({ description: 'known: that day was named before' }),
      first_day: DayText,
      was: DayText.nullable().meta({ description: 'The day named before' }),
      has_come: z.boolean().meta({ description: 'Whether the first charges come within five minutes' }),
    }),
    problems: ['charging_begun', 'charging_external'],
  }),
  ...chargingSource,
  run: operatorCall({
    method: 'POST',
    path: '/staff/v1/charging/run',
    summary: 'Processes the unfinished days of charging, up to a day',
    roles: ['engineer', 'accountant'],
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
    problems: ['charging_on_hold', 'charging_external'],
  }),
  status: operatorCall({
    method: 'GET',
    path: '/staff/v1/charging/status',
    summary: 'The latest days of charging, and the accounts that could not be charged',
    roles: ['engineer', 'accountant', 'owner', 'admin', 'auditor'],
    command: { words: 'charge status', help: 'последние дни списаний и счета, где списать не вышло' },
    result: z.object({
      days: z.array(z.object({ day: DayText, started_at: InstantText, finished_at: InstantText.nullable() })),
      failed: z.array(z.object({ account_no: z.string(), day: DayText, error: PersonWords })),
      held: z.enum(['clocks_differ', 'long_standstill']).nullable().meta({
        description:
          'Why no day is charged by itself: the clocks of the portal and of its database are more than five minutes apart, or more than 31 days wait',
      }),
      on_hold: z
        .object({
          first_day: DayText.nullable().meta({ description: 'null: no day is named yet' }),
          external: z.boolean().meta({ description: 'Another billing charges' }),
        })
        .nullable()
        .meta({ description: 'Nothing was ever charged, and nothing happens by itself until the first day' }),
      agreed_nights: z.int().nullable().meta({ description: 'As of the shadow, up to 30; null: we charge' }),
      billing_views: BillingReading,
      sources: z.array(NamedSource).meta({ description: 'The provider’s first; a nearer one decides before it' }),
      held_prices: z.int().meta({
        description:
          'Prices of a day long past that the catalogue does not have yet: accounts that are not charged may need the former',
      }),
    }),
  }),
  once: operatorCall({
    method: 'POST',
    path: '/staff/v1/charging/once',
    summary: 'Orders a one-time charge, once per document; the next day of charging charges it',
    roles: ['cashier', 'accountant'],
    command: {
      words: 'charge once',
      arguments: { account_no: 'счёт', amount: 'сумма', text: 'за что', document: 'номер документа' },
      options: DRY_RUN,
      help: 'разовое списание: пройдёт с ближайшим днём списаний',
    },
    body: rehearsable({
      account_no: AccountNo,
      amount: WrittenSum,
      text: HistoryLine('За что'),
      document: DocumentNo,
    }),
    result: z.object({
      rehearsed: z.boolean(),
      outcome: z.enum(['ordered', 'known']).meta({ description: 'known: this document is already charged' }),
      amount: Money,
    }),
    problems: ['account_unknown', 'document_conflict', 'second_person_needed'],
    second: kopecks(1_000_00),
    asks: ['support', 'technician', 'engineer'],
  }),
  correct: operatorCall({
    method: 'POST',
    path: '/staff/v1/charging/correct',
    summary: 'Gives a charge back by a new transaction that refers to it',
    roles: ['cashier', 'accountant'],
    command: {
      words: 'charge correct',
      arguments: { transaction_id: 'проводка', reason: 'почему' },
      options: DRY_RUN,
      help: 'вернуть списанное: новая проводка, которая ссылается на прежнюю',
    },
    body: rehearsable({ transaction_id: Numbered, reason: HistoryLine('Почему') }),
    result: z.object({
      rehearsed: z.boolean(),
      outcome: z.enum(['corrected', 'known']),
      amount: Money.meta({ description: 'What the charge had taken' }),
    }),
    problems: ['charge_unknown', 'second_person_needed'],
    second: kopecks(1_000_00),
    asks: ['support', 'technician', 'engineer'],
  }),
};
