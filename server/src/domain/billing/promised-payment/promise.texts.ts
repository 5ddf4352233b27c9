import type { Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import { paragraph } from '#domain/messaging/message.texts.ts';
import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import { rubles } from '#domain/shared/text.rules.ts';
import { untilText } from './promised-payment.rules.ts';

export interface MessageText {
  readonly title: string;
  readonly body: string;
}

type Kind = keyof typeof ACCOUNT_NAMES;

const told = (title: string, ...sentences: readonly string[]): MessageText => ({
  title,
  body: sentences.map(paragraph).join(''),
});

const chargedText = (fee: Kopecks): string => (fee === 0 ? '' : ` За услугу списали ${rubles(fee)}.`);

export function takenMessage(taken: {
  readonly account: Kind;
  readonly amount: Kopecks;
  readonly fee: Kopecks;
  readonly endsOn: Day;
  readonly today: Day;
  readonly broughtBack: readonly string[];
}): MessageText {
  const { account, amount, fee, endsOn, today, broughtBack } = taken;
  const until = untilText(endsOn, today);
  return told(
    `Обещанный платёж до ${until}`,
    `На счёте «${ACCOUNT_NAMES[account]}» можно уйти в минус ещё на ${rubles(amount)}.${chargedText(fee)}`,
    ...(broughtBack.length > 0 ? [`Снова работает: ${broughtBack.join(', ')}.`] : []),
    `Пополните счёт до этого времени, чтобы услуги не отключились.`,
  );
}

/** A day before the end. */
export const reminderMessage = (account: Kind, toPay: Kopecks, endsOn: Day, today: Day): MessageText =>
  told(
    'Обещанный платёж заканчивается',
    `Он действует до ${untilText(endsOn, today)}. Пополните счёт «${ACCOUNT_NAMES[account]}» на ${rubles(toPay)}, и услуги будут работать дальше.`,
  );

export const repaidMessage = (account: Kind): MessageText =>
  told('Обещанный платёж погашен', `Денег на счёте «${ACCOUNT_NAMES[account]}» хватает, он больше не нужен.`);

export const endedMessage = (account: Kind, debt: Kopecks): MessageText =>
  told(
    'Обещанный платёж закончился',
    `Деньги на счёт «${ACCOUNT_NAMES[account]}» не пришли, и услуги отключены. Заплатите ${rubles(kopecks(debt))}, и включим их сразу.`,
  );

/** What happens when no money comes, told before. */
export const otherwiseText = (ask: {
  readonly toPay: Kopecks;
  readonly debt: Kopecks;
  readonly endsOn: Day;
  readonly today: Day;
}): string =>
  `Если до ${untilText(ask.endsOn, ask.today)} не пополнить счёт на ${rubles(ask.toPay)}, услуги отключатся. Долг ${rubles(ask.debt)} останется, новых списаний не будет`;
