import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import type { Notice } from '#server/domain/messaging/notice.ts';
import { rubles } from '#server/domain/shared/text.rules.ts';
import { undoneMessage, undoneText, type UndoneCash } from './undo.texts.ts';

export const cashUndone: Notice<UndoneCash & { readonly transactionId: number }> = {
  name: 'payment.undone',
  category: 'payment',
  link: ({ account }) => `/payments-history/${account}`,
  shownDays: 7,
  portal: undoneMessage,
  fields: ({ account, amount, balance, reason }) => ({
    сумма: rubles(amount),
    счёт: ACCOUNT_NAMES[account],
    остаток: rubles(balance),
    причина: reason,
  }),
  sms: undoneText,
  key: ({ transactionId }) => transactionId,
};
