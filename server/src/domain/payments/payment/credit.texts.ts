import type { Kopecks } from '@kabinet/contract/kernel/money';
import { paragraph } from '#domain/messaging/message.texts.ts';
import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import { namesText, rubles } from '#domain/shared/text.rules.ts';

/** What the client is told when money has come. */
export function creditMessage(came: {
  readonly amount: Kopecks;
  readonly account: keyof typeof ACCOUNT_NAMES;
  readonly balance: Kopecks;
  readonly broughtBack: readonly string[];
}): { title: string; body: string } {
  const { amount, account, balance, broughtBack } = came;
  const credited = `Платёж зачислен на счёт «${ACCOUNT_NAMES[account]}». Теперь на счёте ${rubles(balance)}.`;
  const paragraphs = [credited, ...(broughtBack.length > 0 ? [`Снова работает: ${namesText(broughtBack)}.`] : [])];
  return {
    title: `Получили ${rubles(amount)}`,
    body: paragraphs.map(paragraph).join(''),
  };
}
