import type { Notice } from '#domain/messaging/notice.ts';
import { creditMessage, type Came } from './credit.texts.ts';

export const moneyCame: Notice<Came & { readonly transactionId: number }> = {
  name: 'payment.came',
  category: 'money',
  shownDays: 7,
  portal: creditMessage,
  key: ({ transactionId }) => transactionId,
};
