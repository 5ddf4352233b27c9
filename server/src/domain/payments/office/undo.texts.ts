import type { Kopecks } from '@kabinet/contract/kernel/money';
import { message, type MessageText } from '#server/domain/messaging/message.texts.ts';
import { rubles } from '#server/domain/shared/text.rules.ts';
import { balanceText, type AccountBalance } from '../payment/balance.texts.ts';

export interface UndoneCash extends AccountBalance {
  readonly amount: Kopecks;
  /** As the operator wrote it, with or without a full stop. */
  readonly reason: string;
}

export const undoneMessage = (undone: UndoneCash): MessageText =>
  message(
    `Платёж на ${rubles(undone.amount)} отменён`,
    `Его зачислили в офисе по ошибке. Причина: ${undone.reason.replace(/[.\s]+$/, '')}. Теперь ${balanceText([undone])}.`,
  );

export const undoneText = (undone: UndoneCash): string =>
  `Платёж на ${rubles(undone.amount)} отменён: его зачислили по ошибке. Теперь ${balanceText([undone])}.`;
