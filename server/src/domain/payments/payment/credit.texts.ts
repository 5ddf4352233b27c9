import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import { message, type MessageText } from '#server/domain/messaging/message.texts.ts';
import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import { namesText, rubles } from '#server/domain/shared/text.rules.ts';
import { balanceText, type AccountBalance } from './balance.texts.ts';

/** What a payment has brought to one account. */
interface CameTo extends AccountBalance {
  readonly amount: Kopecks;
  readonly broughtBack: readonly string[];
}

export interface CreditedMoney {
  /** One part for each account that the payment was for. */
  readonly parts: readonly CameTo[];
}

export const creditedSumText = ({ parts }: CreditedMoney): string =>
  rubles(kopecks(parts.reduce((sum, { amount }) => sum + amount, 0)));

export const worksAgain = ({ parts }: CreditedMoney): string => {
  const names = parts.flatMap(({ broughtBack }) => broughtBack);
  return names.length > 0 ? `Снова работает: ${namesText(names)}.` : '';
};

/** The message to the client about received money. */
export const creditMessage = (came: CreditedMoney): MessageText =>
  message(`Получили ${creditedSumText(came)}`, whereText(came), ...[worksAgain(came)].filter((text) => text !== ''));

function whereText({ parts }: CreditedMoney): string {
  const now = `Теперь ${balanceText(parts)}.`;
  const [first, other] = parts;
  if (other !== undefined) {
    const each = parts.map(({ account, amount }) => `${rubles(amount)} на счёт «${ACCOUNT_NAMES[account]}»`);
    return `Зачислили ${each.join(' и ')}. ${now}`;
  }
  return first === undefined ? now : `Платёж зачислен на счёт «${ACCOUNT_NAMES[first.account]}». ${now}`;
}

export const creditText = (came: CreditedMoney): string =>
  [`Получили ${creditedSumText(came)}, ${balanceText(came.parts)}.`, worksAgain(came)].join(' ').trim();
