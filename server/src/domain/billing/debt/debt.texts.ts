import type { Kopecks } from '@kabinet/contract/kernel/money';
import { paragraph } from '#domain/messaging/message.texts.ts';
import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import { namesText, rubles } from '#domain/shared/text.rules.ts';

/** What the client is told when his services are switched off for debt. */
export function debtMessage(off: {
  readonly account: keyof typeof ACCOUNT_NAMES;
  /** What the account lacks; kopecks. */
  readonly missing: Kopecks;
  readonly switchedOff: readonly string[];
}): { title: string; body: string } {
  const { account, missing, switchedOff } = off;
  const lack = missing > 0 ? ` Не хватает ${rubles(missing)}.` : '';
  const cause = `На счёте «${ACCOUNT_NAMES[account]}» не хватило денег на очередное списание.${lack}`;
  if (switchedOff.length === 0) {
    // What was on a pause stays so.
    const body = paragraph(`${cause} Пополните счёт, иначе услуга с паузы не вернётся.`);
    return { title: 'На счёте не хватает денег', body };
  }
  const paragraphs = [`${cause} Пополните счёт, и всё включится сразу.`, `Не работает: ${namesText(switchedOff)}.`];
  return { title: 'Услуги отключены за неуплату', body: paragraphs.map(paragraph).join('') };
}

/** What he is told when they work again without a payment. */
export const backMessage = (
  account: keyof typeof ACCOUNT_NAMES,
  works: readonly string[],
): { title: string; body: string } => ({
  title: 'Услуги снова работают',
  body: [
    `Денег на счёте «${ACCOUNT_NAMES[account]}» хватает до следующего списания, поэтому мы всё включили.`,
    `Работает: ${namesText(works)}.`,
  ]
    .map(paragraph)
    .join(''),
});
