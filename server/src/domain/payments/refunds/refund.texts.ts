import type { Kopecks } from '@kabinet/contract/kernel/money';
import { message, type MessageText } from '#server/domain/messaging/message.texts.ts';
import { rubles } from '#server/domain/shared/text.rules.ts';
import { balanceField, balanceText, type AccountBalance } from '../payment/balance.texts.ts';

export interface RefundedMoney {
  readonly amount: Kopecks;
  /** Balances of the accounts that the money leaves or returns to. */
  readonly balances: readonly AccountBalance[];
}

/** Sent when a refund starts. */
export const refundMessage = ({ amount, balances }: RefundedMoney): MessageText =>
  message(`Возвращаем ${rubles(amount)}`, `Деньги придут туда, откуда вы платили. Теперь ${balanceText(balances)}.`);

/** Sent when the bank has declined it. */
export const declinedMessage = ({ amount, balances }: RefundedMoney): MessageText =>
  message(
    `Банк не выполнил возврат ${rubles(amount)}`,
    balances.length > 1
      ? `Деньги снова на ваших счетах. Теперь ${balanceText(balances)}.`
      : `Деньги снова на вашем счёте, теперь на нём ${balanceField(balances)}.`,
  );
