import type { Kopecks } from '@kabinet/contract/kernel/money';
import { message, type MessageText } from '#domain/messaging/message.texts.ts';
import { rubles } from '#domain/shared/text.rules.ts';

export interface Refunded {
  readonly amount: Kopecks;
  readonly balance: Kopecks;
}

/** Sent when a refund starts. */
export const refundMessage = ({ amount, balance }: Refunded): MessageText =>
  message(`Возвращаем ${rubles(amount)}`, `Деньги придут туда, откуда вы платили. Теперь на счёте ${rubles(balance)}.`);

/** Sent when the bank has declined it. */
export const declinedMessage = ({ amount, balance }: Refunded): MessageText =>
  message(
    `Банк не выполнил возврат ${rubles(amount)}`,
    `Деньги снова на вашем счёте, теперь на нём ${rubles(balance)}.`,
  );
