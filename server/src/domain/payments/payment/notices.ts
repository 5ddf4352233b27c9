import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import type { Notice } from '#domain/messaging/notice.ts';
import { namesText, rubles } from '#domain/shared/text.rules.ts';
import { creditMessage, creditText, type Came } from './credit.texts.ts';

export const moneyCame: Notice<Came & { readonly transactionId: number }> = {
  name: 'payment.came',
  category: 'payment',
  link: ({ account }) => `/payments-history/${account}`,
  shownDays: 7,
  portal: creditMessage,
  fields: ({ amount, account, balance, broughtBack }) => ({
    сумма: rubles(amount),
    счёт: ACCOUNT_NAMES[account],
    остаток: rubles(balance),
    'снова работает': broughtBack.length > 0 ? `Снова работает: ${namesText(broughtBack)}.` : '',
  }),
  sms: creditText,
  key: ({ transactionId }) => transactionId,
};
