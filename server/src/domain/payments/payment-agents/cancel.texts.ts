import type { Kopecks } from '@kabinet/contract/kernel/money';
import { message, type MessageText } from '#server/domain/messaging/message.texts.ts';
import { rubles } from '#server/domain/shared/text.rules.ts';

export interface CancelledAgentPayment {
  /** The name in the nominative: «Сбербанк». */
  readonly agent: string;
  readonly amount: Kopecks;
  readonly balance: Kopecks;
  readonly account: 'i' | 't';
}

export const cancelledMessage = ({ agent, amount, balance }: CancelledAgentPayment): MessageText =>
  message(
    `Платёж на ${rubles(amount)} отменён`,
    `Так попросил ${agent}, деньги вернёт он же. Теперь на счёте ${rubles(balance)}.`,
  );
