import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { DRY_RUN, rehearsable } from '../../kernel/call/staff-change.ts';
import { AccountKind, DayText, InstantText, LimitedAmount, Money } from '../../kernel/call/wire.ts';
import { AccountNo, Numbered, words } from '../inputs.ts';

export const staffPromises = {
  give: operatorCall({
    method: 'POST',
    path: '/staff/v1/promises/give',
    summary: 'Gives an account the promised payment that its subscriber could take himself',
    roles: ['cashier', 'support', 'engineer'],
    command: {
      words: 'promise give',
      arguments: { account_no: 'счёт' },
      options: DRY_RUN,
      help: 'дать обещанный платёж: по тем же правилам, что и в кабинете',
    },
    body: rehearsable({ account_no: AccountNo }),
    result: z.object({
      contract_id: z.int(),
      rehearsed: z.boolean(),
      amount: Money.meta({ description: 'By how much the balance may be below zero' }),
      fee: Money,
      last_day: DayText,
      switched_on: z.array(z.string()),
      balance_after: Money,
    }),
    problems: ['account_unknown', 'promised_payment_unavailable'],
  }),
};

export const staffPaymentLinks = {
  make: operatorCall({
    method: 'POST',
    path: '/staff/v1/payment-links/make',
    summary: 'Makes a link by which anybody pays a sum to a contract, and sends it to the confirmed phone or mail',
    roles: ['cashier', 'support', 'technician', 'engineer'],
    command: {
      words: 'payment link',
      arguments: { contract_id: 'договор', amount: 'сумма' },
      options: {
        account: 'i — интернет и ТВ, t — телефон; без него — i',
        words: 'за что, это прочитает плательщик',
        send: 'sms или email: отправить на подтверждённый контакт абонента',
      },
      help: 'ссылка на оплату: действует семь дней, показывается один раз',
    },
    body: z.strictObject({
      contract_id: Numbered,
      amount: LimitedAmount,
      account: AccountKind.default('i'),
      words: words(80, 'За что').default('Услуги связи'),
      send: z.enum(['sms', 'email'], 'Куда отправить: sms или email').optional(),
    }),
    result: z.object({
      contract_id: z.int(),
      payment_link_id: z.uuid(),
      amount: Money,
      expires_at: InstantText,
      url: z.string().meta({ secret: true }),
      sent_to: z.string().nullable().meta({ description: 'Masked; null: nobody was sent it' }),
    }),
    problems: [
      'contract_unknown',
      'payment_no_account',
      'payment_amount_too_small',
      'payment_amount_too_large',
      'payment_links_too_many',
      'outside_unavailable',
      'channel_absent',
      'contact_not_confirmed',
    ],
  }),
};
