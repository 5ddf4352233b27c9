import type { Kopecks } from '@kabinet/contract/kernel/money';
import { message, type MessageText } from '#domain/messaging/message.texts.ts';
import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import { namesText, rubles } from '#domain/shared/text.rules.ts';

export interface Came {
  readonly amount: Kopecks;
  readonly account: keyof typeof ACCOUNT_NAMES;
  readonly balance: Kopecks;
  readonly broughtBack: readonly string[];
}

/** The message to the client about received money. */
export const creditMessage = ({ amount, account, balance, broughtBack }: Came): MessageText =>
  message(
    `Получили ${rubles(amount)}`,
    `Платёж зачислен на счёт «${ACCOUNT_NAMES[account]}». Теперь на счёте ${rubles(balance)}.`,
    ...(broughtBack.length > 0 ? [`Снова работает: ${namesText(broughtBack)}.`] : []),
  );

export const creditText = ({ amount, balance, broughtBack }: Came): string =>
  `Получили ${rubles(amount)}, на счёте ${rubles(balance)}.${broughtBack.length > 0 ? ` Снова работает: ${namesText(broughtBack)}.` : ''}`;
