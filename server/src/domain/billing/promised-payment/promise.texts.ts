import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import { message, type MessageText } from '#server/domain/messaging/message.texts.ts';
import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import { payText, rubles } from '#server/domain/shared/text.rules.ts';
import { promiseUntilText } from './promised-payment.rules.ts';

type Kind = keyof typeof ACCOUNT_NAMES;

export const promiseFeeText = (fee: Kopecks): string => (fee === 0 ? '' : ` За услугу списали ${rubles(fee)}.`);

export interface TakenPromise {
  readonly account: Kind;
  readonly amount: Kopecks;
  readonly fee: Kopecks;
  readonly endsOn: Day;
  readonly today: Day;
  readonly broughtBack: readonly string[];
}

export const takenMessage = ({ account, amount, fee, endsOn, today, broughtBack }: TakenPromise): MessageText =>
  message(
    `Обещанный платёж до ${promiseUntilText(endsOn, today)}`,
    `На счёте «${ACCOUNT_NAMES[account]}» можно уйти в минус ещё на ${rubles(amount)}.${promiseFeeText(fee)}`,
    ...(broughtBack.length > 0 ? [`Снова работает: ${broughtBack.join(', ')}.`] : []),
    `Пополните счёт до этого времени, чтобы услуги не отключились.`,
  );

export interface EndingPromise {
  readonly account: Kind;
  readonly toPay: Kopecks;
  readonly endsOn: Day;
  readonly today: Day;
}

/** Sent a day before the end. */
export const reminderMessage = ({ account, toPay, endsOn, today }: EndingPromise): MessageText =>
  message(
    'Обещанный платёж заканчивается',
    `Он действует до ${promiseUntilText(endsOn, today)}. Пополните счёт «${ACCOUNT_NAMES[account]}» на ${rubles(toPay)}, и услуги будут работать дальше.`,
  );

export const reminderText = ({ toPay, endsOn, today }: EndingPromise): string =>
  `Обещанный платёж до ${promiseUntilText(endsOn, today)}. Заплатите ${rubles(toPay)}, чтобы услуги не отключились:`;

export const repaidMessage = ({ account }: { readonly account: Kind }): MessageText =>
  message('Обещанный платёж погашен', `Денег на счёте «${ACCOUNT_NAMES[account]}» хватает, он больше не нужен.`);

export const endedMessage = ({ account, debt }: { readonly account: Kind; readonly debt: Kopecks }): MessageText =>
  message(
    'Обещанный платёж закончился',
    `Деньги на счёт «${ACCOUNT_NAMES[account]}» не пришли, и услуги отключены. Заплатите ${payText(debt)}, и включим их сразу.`,
  );

export const endedText = ({ debt }: { readonly debt: Kopecks }): string =>
  `Обещанный платёж закончился, услуги отключены. Заплатите ${payText(debt)}:`;

/** Warns of what happens if no money arrives. */
export const otherwiseText = (ask: {
  readonly toPay: Kopecks;
  readonly debt: Kopecks;
  readonly endsOn: Day;
  readonly today: Day;
}): string =>
  `Если до ${promiseUntilText(ask.endsOn, ask.today)} не пополнить счёт на ${rubles(ask.toPay)}, услуги отключатся. Долг ${rubles(ask.debt)} останется, новых списаний не будет`;
