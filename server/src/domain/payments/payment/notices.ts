import type { Notice } from '#domain/messaging/notice.ts';
import { creditMessage, creditText, type Came } from './credit.texts.ts';

export const moneyCame: Notice<Came & { readonly transactionId: number }> = {
  name: 'payment.came',
  category: 'payment',
  link: ({ account }) => `/payments-history/${account}`,
  shownDays: 7,
  portal: creditMessage,
  sms: creditText,
  key: ({ transactionId }) => transactionId,
};
