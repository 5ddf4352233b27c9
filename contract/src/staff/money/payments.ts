import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { AccountKind, InstantText, Money } from '../../kernel/call/wire.ts';
import { kopecks } from '../../kernel/money.ts';
import { PaymentParts } from '../../shapes.ts';
import { DRY_RUN, rehearsable } from '../../kernel/call/staff-change.ts';
import { AccountNo, Numbered, PaymentId, words, WrittenSum } from '../inputs.ts';

const Notifications = z.array(
  z.object({
    notification_id: z.int(),
    received_at: InstantText,
    amount: Money,
    acquirer: z.string(),
    external_id: z.string(),
    qr_id: z.string(),
    contract_id: z.int().nullable().meta({ description: 'Whose QR it was; null: of nobody here' }),
    account_no: z.string().nullable(),
  }),
);

export const payments = {
  list: operatorCall({
    method: 'GET',
    path: '/staff/v1/payments/list',
    summary: 'The latest payments by QR of a contract, newest first',
    roles: ['cashier', 'support', 'engineer', 'accountant', 'owner', 'admin', 'auditor'],
    command: { words: 'payments list', arguments: { contract_id: 'договор' }, help: 'платежи договора по QR-коду' },
    query: z.strictObject({ contract_id: Numbered }),
    result: z.array(
      z.object({
        payment_id: z.uuid(),
        kind: AccountKind,
        amount: Money,
        parts: PaymentParts,
        state: z.enum(['created', 'pending', 'paid', 'expired', 'rejected', 'refunded']),
        acquirer: z.string(),
        external_id: z.string().nullable(),
        created_at: InstantText,
      }),
    ),
  }),
  sbp: operatorCall({
    method: 'POST',
    path: '/staff/v1/payments/sbp',
    summary: 'Orders a QR for whoever pays at the desk by telephone, or returns the one that can still be paid',
    roles: ['cashier'],
    command: {
      words: 'payments sbp',
      arguments: { account_no: 'счёт', amount: 'сумма' },
      help: 'показать QR-код СБП тому, кто платит у кассы телефоном; в ящик эти деньги не попадают',
    },
    body: z.strictObject({ account_no: AccountNo, amount: WrittenSum }),
    result: z.object({
      payment_id: z.uuid(),
      contract_id: z.int(),
      amount: Money,
      payload: z.string().meta({ description: 'What the QR says: an address of the bank' }),
      expires_at: InstantText,
    }),
    problems: [
      'account_unknown',
      'payment_amount_too_small',
      'payment_amount_too_large',
      'payment_too_many_codes',
      'outside_unavailable',
    ],
  }),
  cancel: operatorCall({
    method: 'POST',
    path: '/staff/v1/payments/cancel',
    summary: 'Cancels a QR that nobody has paid',
    roles: ['cashier', 'support', 'technician', 'engineer', 'accountant'],
    command: {
      words: 'payments cancel',
      arguments: { payment_id: 'платёж' },
      help: 'снять QR-код, который не оплатили',
    },
    body: z.strictObject({ payment_id: PaymentId }),
    result: z.object({ payment_id: z.uuid() }),
    problems: ['payment_not_cancellable', 'outside_unavailable'],
  }),
  surplus: operatorCall({
    method: 'GET',
    path: '/staff/v1/payments/surplus',
    summary: 'Surplus payments, which are not credited',
    roles: ['accountant', 'owner', 'auditor'],
    command: { words: 'payments surplus', help: 'деньги, которые пришли лишний раз и не зачислены' },
    result: Notifications,
  }),
  mismatch: operatorCall({
    method: 'GET',
    path: '/staff/v1/payments/mismatch',
    summary: 'Notifications of the bank with another sum, or of an unknown QR',
    roles: ['accountant', 'owner', 'auditor'],
    command: { words: 'payments mismatch', help: 'уведомления банка с чужой суммой или незнакомым QR-кодом' },
    result: Notifications,
  }),
  settle: operatorCall({
    method: 'POST',
    path: '/staff/v1/payments/settle',
    summary: 'Says what became of such money: credited to an account now, or returned in the cabinet of the bank',
    roles: ['accountant'],
    command: {
      words: 'payments settle',
      arguments: { notification_id: 'номер', how: 'credited или returned' },
      options: { account_no: 'счёт, на который зачислить', ...DRY_RUN },
      help: 'решить, что стало с такими деньгами: зачислить на счёт или отметить, что банк вернул их плательщику',
    },
    body: rehearsable({
      notification_id: Numbered,
      how: z.enum(['credited', 'returned'], 'Назовите credited или returned'),
      account_no: AccountNo.optional().meta({ description: 'Of `credited` only' }),
    }),
    result: z.object({
      rehearsed: z.boolean(),
      notification_id: z.int(),
      amount: Money,
      account_no: z.string().nullable(),
      balance: Money.nullable().meta({ description: 'Of the account, afterwards' }),
    }),
    problems: ['finding_not_open', 'account_unknown'],
  }),
};

export const refunds = {
  order: operatorCall({
    method: 'POST',
    path: '/staff/v1/refunds/order',
    summary: 'Charges the client’s account and orders the bank to refund the payer',
    confirm: true,
    roles: ['accountant'],
    command: {
      words: 'payments refund',
      arguments: { payment_id: 'платёж', amount: 'сумма' },
      options: { account: 'i или t', reason: 'почему, для журнала', ...DRY_RUN },
      help: 'вернуть платёж плательщику, целиком или часть; часть общего — с названного счёта',
    },
    body: rehearsable({
      payment_id: PaymentId,
      reason: words(500, 'Почему').optional().meta({ description: 'For the audit trail' }),
      amount: WrittenSum.optional().meta({ description: 'Default: all that is not refunded yet' }),
      account: AccountKind.optional().meta({
        description:
          'Of a payment for both accounts, the one that the money is taken from. Default: both, each its part',
      }),
    }),
    result: z.object({
      rehearsed: z.boolean(),
      amount: Money,
      left: Money.meta({ description: 'What of the payment could still be refunded' }),
      accounts: z.array(z.object({ p: AccountKind, balance: Money })).meta({ description: 'Afterwards' }),
    }),
    problems: ['refund_refused', 'second_person_needed'],
    // Together with what was refunded of the same payment before, and by the same person alone within 24 hours.
    second: kopecks(3_000_00),
    asks: ['cashier', 'support', 'technician', 'engineer'],
  }),
  list: operatorCall({
    method: 'GET',
    path: '/staff/v1/refunds/list',
    summary: 'Refunds that the bank has not completed, newest first',
    roles: ['accountant', 'owner', 'auditor'],
    command: { words: 'payments refunds', help: 'возвраты, которые банк не выполнил' },
    result: z.array(
      z.object({
        created_at: InstantText,
        amount: Money,
        parts: PaymentParts,
        payment_id: z.uuid(),
        state: z.enum(['due', 'requested', 'declined', 'done']),
      }),
    ),
  }),
};
