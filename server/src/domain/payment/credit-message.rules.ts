import type { Kopecks } from '@kabinet/contract/kernel/money';
import { paragraph } from '../message/message.rules.ts';
import { rubles } from '../text/text.rules.ts';

export const ACCOUNT_NAMES = { i: 'Интернет', t: 'Телефон' } as const;

/** Names beyond these are only counted. */
const MOST_NAMES = 5;

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

function namesText(names: readonly string[]): string {
  const rest = names.length - MOST_NAMES;
  return rest > 0 ? `${names.slice(0, MOST_NAMES).join(', ')} и ещё ${rest}` : names.join(', ');
}
