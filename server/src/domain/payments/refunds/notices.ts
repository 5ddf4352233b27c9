import type { Notice } from '#server/domain/messaging/notice.ts';
import { rubles } from '#server/domain/shared/text.rules.ts';
import { balanceField } from '../payment/balance.texts.ts';
import { declinedMessage, refundMessage, type RefundedMoney } from './refund.texts.ts';

interface OfRefund {
  readonly refundId: string;
}

const ofRefund = {
  category: 'payment',
  shownDays: 30,
  link: ({ balances: [first] }: RefundedMoney) => `/payments-history/${first?.account ?? 'i'}`,
  key: ({ refundId }: OfRefund) => refundId,
  // The message about a refusal replaces the announcement.
  topic: ({ refundId }: OfRefund) => `refund:${refundId}`,
  fields: ({ amount, balances }: RefundedMoney) => ({ сумма: rubles(amount), остаток: balanceField(balances) }),
} as const;

export const refundBegun: Notice<OfRefund & RefundedMoney> = {
  ...ofRefund,
  name: 'refund.begun',
  portal: refundMessage,
};
export const refundDeclined: Notice<OfRefund & RefundedMoney> = {
  ...ofRefund,
  name: 'refund.declined',
  portal: declinedMessage,
};
