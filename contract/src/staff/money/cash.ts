import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { AccountKind, DayText, InstantText, Money } from '../../kernel/call/wire.ts';
import { DRY_RUN, rehearsable } from '../../kernel/call/staff-change.ts';
import { Account, PrintedNo } from '../../shapes.ts';
import { AccountNo, HistoryLine, Numbered, words, WrittenSum } from '../inputs.ts';
import { PersonAddress, PersonName, PersonWords } from '../personal.ts';
import { DeskTold, ReceiptCopy, RegisterState, ShiftPayment, ShiftReport } from './cash-shapes.ts';

const GivenNumber = words(100, 'Номер чека').optional().meta({
  description: 'Number of the receipt that a cash register has given which the portal does not know',
});

/** Cash at a desk, in a shift. */
export const cash = {
  take: operatorCall({
    method: 'POST',
    path: '/staff/v1/cash/take',
    summary: 'Takes cash at the desk of the open shift and orders its receipt; the desk numbers the document',
    roles: ['cashier'],
    command: {
      words: 'cash take',
      arguments: { account_no: 'счёт', amount: 'сумма' },
      options: { given: 'сколько дали', receipt: 'номер чека, если его пробила отдельная касса', ...DRY_RUN },
      help: 'принять наличные в своей смене: чек пробьёт касса кабинета',
    },
    body: rehearsable({
      account_no: AccountNo.optional(),
      contract_id: Numbered.optional().meta({ description: 'Instead of the account, if the contract has one account' }),
      amount: WrittenSum,
      given: WrittenSum.optional(),
      receipt: GivenNumber,
    }),
    result: z.object({
      copy: ReceiptCopy,
      balance: Money.meta({ description: 'After the payment and what it has brought back' }),
      lasts_until: DayText.nullable(),
      blocked: z.boolean().meta({ description: 'Whether services are still off for debt' }),
      undo_until: InstantText,
      alike: z
        .object({ transaction_id: z.int(), at: InstantText, seconds: z.int() })
        .nullable()
        .meta({ description: 'The same sum for the same account within the last ten minutes, taken in cash' }),
    }),
    problems: ['shift_needed', 'person_needed', 'account_unknown', 'receipt_number_needed', 'register_silent'],
  }),
  undo: operatorCall({
    method: 'POST',
    path: '/staff/v1/cash/undo',
    summary: 'Takes back an own payment of the open shift within ten minutes, with a receipt of the return',
    roles: ['cashier'],
    command: {
      words: 'cash undo',
      arguments: { transaction_id: 'проводка', reason: 'почему' },
      options: {
        receipt: 'номер чека возврата, если его пробила отдельная касса',
        debt: 'yes — и тогда, когда деньги потрачены и на счёте будет долг',
        ...DRY_RUN,
      },
      help: 'отменить свой платёж этой смены: десять минут, «почему» прочитает абонент',
    },
    body: rehearsable({
      transaction_id: Numbered,
      reason: HistoryLine('Почему'),
      receipt: GivenNumber,
      debt: z.enum(['yes', 'no'], 'Ответьте yes или no').optional(),
    }),
    result: z.object({
      copy: ReceiptCopy.meta({ description: 'Of the return' }),
      balance: Money,
      in_debt: z.boolean().meta({ description: 'Whether services are off because the account owes now' }),
    }),
    problems: [
      'shift_needed',
      'person_needed',
      'cash_unknown',
      'cash_undone_already',
      'undo_too_late',
      'cash_spent',
      'desk_short',
      'receipt_number_needed',
    ],
  }),
  receipt: operatorCall({
    method: 'GET',
    path: '/staff/v1/cash/receipt',
    summary: 'The receipt of a payment in cash or of its return: its state, and all that a printed copy shows',
    roles: ['cashier', 'accountant'],
    command: {
      words: 'cash receipt',
      arguments: { transaction_id: 'проводка' },
      help: 'чек платежа наличными: пробит ли, и всё для копии',
    },
    query: z.strictObject({ transaction_id: Numbered }),
    result: ReceiptCopy,
    problems: ['cash_unknown'],
  }),
};

const Preset = z.object({
  kind: z.enum(['work', 'round', 'month']).meta({
    description:
      'work: brings the services back; round: the same or the next month in whole hundreds; month: through the next month',
  }),
  amount: Money,
  balance: Money.meta({ description: 'Right after the payment and the charges that follow at once' }),
  lasts_until: DayText.nullable(),
  switches_on: z.array(PersonWords),
});

/** What the screen of a desk shows. */
export const desk = {
  show: operatorCall({
    method: 'GET',
    path: '/staff/v1/desk',
    summary: 'The desk of the one who asks: the open shift, its latest payments with their receipts, desks to open',
    roles: ['cashier'],
    command: { words: 'desk', help: 'моя касса: смена, последние платежи, чеки' },
    result: z.object({
      shift: ShiftReport.nullable(),
      payments: z.array(ShiftPayment).meta({ description: 'The latest 30, newest first' }),
      register: RegisterState,
      sbp: z.boolean().meta({ description: 'Whether a bank is connected that takes payments by SBP' }),
      desks: z
        .array(DeskTold.extend({ carried: Money, is_first: z.boolean(), busy_by: z.string().nullable() }))
        .meta({ description: 'Where a shift can be opened, if none is' }),
      alone_difference: Money.nullable().meta({
        description: 'Above it a shift is closed with a second person; null: nobody needs one',
      }),
    }),
    problems: ['person_needed'],
  }),
  payer: operatorCall({
    method: 'GET',
    path: '/staff/v1/desk/payer',
    summary: 'Whoever pays at the desk: accounts with their forecast, and until when each sum lasts',
    roles: ['cashier'],
    look: 'card',
    command: {
      words: 'desk payer',
      arguments: { contract_id: 'договор' },
      options: { account_no: 'или счёт, или код с квитанции' },
      help: 'плательщик: сколько не хватает и до какого дня хватит каждой суммы',
    },
    query: z.strictObject({ contract_id: Numbered.optional(), account_no: AccountNo.optional() }),
    result: z.object({
      contract_id: z.int(),
      printed_no: PrintedNo,
      name: PersonName,
      address: PersonAddress,
      is_company: z.boolean(),
      state: z.enum(['active', 'suspended', 'closed']),
      named: AccountKind.nullable().meta({ description: 'The account that was asked for' }),
      accounts: z.array(
        Account.extend({
          debt: Money.meta({ description: 'What brings back the services that are off for debt' }),
          off: z.array(PersonWords).meta({ description: 'What is off for debt' }),
          off_since: InstantText.nullable(),
          presets: z.array(Preset),
          reach: z
            .array(z.object({ day: DayText, amount: Money }))
            .meta({ description: 'The days until which a payment can last, nearest first, with the least such sum' }),
        }),
      ),
    }),
    problems: ['contract_unknown', 'account_unknown', 'too_many_looks'],
  }),
};
