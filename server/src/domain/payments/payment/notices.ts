import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import type { Notice } from '#server/domain/messaging/notice.ts';
import { balanceField } from './balance.texts.ts';
import { creditMessage, creditText, creditedSumText, worksAgain, type CreditedMoney } from './credit.texts.ts';

export const moneyCame: Notice<CreditedMoney & { readonly transactionId: number }> = {
  name: 'payment.came',
  category: 'payment',
  link: ({ parts: [first] }) => `/payments-history/${first?.account ?? 'i'}`,
  shownDays: 7,
  portal: creditMessage,
  fields: (came) => ({
    сумма: creditedSumText(came),
    счёт: came.parts.map(({ account }) => ACCOUNT_NAMES[account]).join(' и '),
    остаток: balanceField(came.parts),
    'снова работает': worksAgain(came),
  }),
  sms: creditText,
  key: ({ transactionId }) => transactionId,
};
