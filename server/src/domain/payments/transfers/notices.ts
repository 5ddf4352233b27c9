import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import type { Notice } from '#server/domain/messaging/notice.ts';
import { rubles } from '#server/domain/shared/text.rules.ts';
import { transferUndoneMessage, transferUndoneText, type UndoneTransfer } from './undo.texts.ts';

export const transferUndone: Notice<UndoneTransfer & { readonly transactionId: number }> = {
  name: 'transfer.undone',
  category: 'payment',
  link: ({ account }) => `/payments-history/${account}`,
  shownDays: 7,
  portal: transferUndoneMessage,
  fields: ({ account, amount, balance, reason }) => ({
    сумма: rubles(amount),
    счёт: ACCOUNT_NAMES[account],
    остаток: rubles(balance),
    причина: reason,
  }),
  sms: transferUndoneText,
  key: ({ transactionId }) => transactionId,
};
