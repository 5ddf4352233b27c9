import type { Kopecks } from '@kabinet/contract/kernel/money';
import { message, type MessageText } from '#server/domain/messaging/message.texts.ts';
import { rubles } from '#server/domain/shared/text.rules.ts';
import { balanceText, type AccountBalance } from '../payment/balance.texts.ts';

export interface UndoneTransfer extends AccountBalance {
  readonly amount: Kopecks;
  /** As the operator wrote it, with or without a full stop. */
  readonly reason: string;
}

const withoutStop = (reason: string): string => reason.replace(/[.\s]+$/, '');

/** A line of the history. */
export const undoneLine = (reason: string): string => `Зачисление по ошибке отменено. ${withoutStop(reason)}`;

export const transferUndoneMessage = (undone: UndoneTransfer): MessageText =>
  message(
    `Зачисление на ${rubles(undone.amount)} отменено`,
    `Банковский перевод зачислили вам по ошибке. Причина: ${withoutStop(undone.reason)}. Теперь ${balanceText([undone])}.`,
  );

export const transferUndoneText = (undone: UndoneTransfer): string =>
  `Перевод на ${rubles(undone.amount)} зачислили вам по ошибке и отменили. Теперь ${balanceText([undone])}.`;
