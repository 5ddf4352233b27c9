import type { Notice } from '#server/domain/messaging/notice.ts';
import { rubles } from '#server/domain/shared/text.rules.ts';
import { cancelledMessage, type CancelledAgentPayment } from './cancel.texts.ts';

export const paymentCancelled: Notice<CancelledAgentPayment & { readonly transactionId: number }> = {
  name: 'payment.cancelled',
  category: 'payment',
  link: ({ account }) => `/payments-history/${account}`,
  shownDays: 7,
  portal: cancelledMessage,
  fields: ({ agent, amount, balance }) => ({ касса: agent, сумма: rubles(amount), остаток: rubles(balance) }),
  key: ({ transactionId }) => transactionId,
};
