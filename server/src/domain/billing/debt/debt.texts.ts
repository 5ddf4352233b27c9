import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import { message, type MessageText } from '#server/domain/messaging/message.texts.ts';
import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import { dayText, namesText, payText, rubles } from '#server/domain/shared/text.rules.ts';

export interface SwitchedOff {
  readonly account: keyof typeof ACCOUNT_NAMES;
  /** Kopecks that the account lacks. */
  readonly missing: Kopecks;
  readonly switchedOff: readonly string[];
}

/** The message to a client whose services are switched off for debt. */
export function debtMessage({ account, missing, switchedOff }: SwitchedOff): MessageText {
  const lack = missing > 0 ? ` Не хватает ${payText(missing)}.` : '';
  const cause = `На счёте «${ACCOUNT_NAMES[account]}» не хватило денег на очередное списание.${lack}`;
  if (switchedOff.length === 0) {
    // Paused services stay paused.
    return message('На счёте не хватает денег', `${cause} Пополните счёт, иначе услуга с паузы не вернётся.`);
  }
  return message(
    'Услуги отключены за долг',
    `${cause} Пополните счёт, и всё включится сразу.`,
    `Не работает: ${namesText(switchedOff)}.`,
  );
}

export const debtText = ({ account, missing, switchedOff }: SwitchedOff): string =>
  `${switchedOff.length > 0 ? 'Услуги отключены' : 'Мало денег'}: на счёте «${ACCOUNT_NAMES[account]}» не хватает${missing > 0 ? ` ${payText(missing)}` : ' денег'}. Пополнить:`;

/** The money runs out soon. */
export interface LowMoney {
  readonly account: keyof typeof ACCOUNT_NAMES;
  /** The day of the first charge that it does not cover. */
  readonly day: Day;
  readonly today: Day;
  /** Kopecks of that charge, and how many of them will be missing. */
  readonly amount: Kopecks;
  readonly missing: Kopecks;
}

export const lowMessage = ({ account, day, today, amount, missing }: LowMoney): MessageText =>
  message(
    `${dayText(day, today)} денег не хватит`,
    `В этот день со счёта «${ACCOUNT_NAMES[account]}» спишем ${rubles(amount)}, не хватает ${payText(missing)}. Пополните счёт раньше, и услуги не отключатся.`,
  );

export const lowText = ({ account, day, today, missing }: LowMoney): string =>
  `${dayText(day, today)} на счёте «${ACCOUNT_NAMES[account]}» не хватит ${payText(missing)}, услуги отключатся. Пополнить:`;

export interface ServicesBack {
  readonly account: keyof typeof ACCOUNT_NAMES;
  readonly works: readonly string[];
}

/** The message when services work again without a payment. */
export const backMessage = ({ account, works }: ServicesBack): MessageText =>
  message(
    'Услуги снова работают',
    `Денег на счёте «${ACCOUNT_NAMES[account]}» хватает до следующего списания, поэтому мы всё включили.`,
    `Работает: ${namesText(works)}.`,
  );

export const backText = ({ works }: ServicesBack): string => `Снова работает: ${namesText(works)}. Денег хватает.`;

/** A reminder that the provider sends by hand. */
export interface RemindedDebt {
  /** The account that owes the most. */
  readonly account: keyof typeof ACCOUNT_NAMES;
  readonly sum: Kopecks;
  readonly isOff: boolean;
  /** Since when services are off, or the balance is below zero. */
  readonly since: Day;
  readonly today: Day;
}

export const byHandMessage = ({ sum, isOff, since, today }: RemindedDebt): MessageText =>
  isOff
    ? message(
        `Не хватает ${payText(sum)}`,
        `Услуги отключены за долг с ${dayText(since, today)}. Пополните счёт, и всё включится сразу.`,
      )
    : message(
        `Долг ${rubles(sum)}`,
        `На счёте минус с ${dayText(since, today)}. Пополните счёт, чтобы услуги не отключились.`,
      );

export const byHandText = ({ sum, isOff, since, today }: RemindedDebt): string =>
  isOff
    ? `Услуги отключены с ${dayText(since, today)}, не хватает ${payText(sum)}. Пополнить:`
    : `Долг ${rubles(sum)} с ${dayText(since, today)}. Пополнить:`;
