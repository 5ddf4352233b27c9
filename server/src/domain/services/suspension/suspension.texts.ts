import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import { message, type MessageText } from '#server/domain/messaging/message.texts.ts';
import { dayText, rubles } from '#server/domain/shared/text.rules.ts';

export interface BegunSuspension {
  readonly name: string;
  readonly until: Day;
  readonly today: Day;
}

/** Sent on the first day of a planned one. */
export const begunMessage = ({ name, until, today }: BegunSuspension): MessageText =>
  message('Услуга приостановлена', `«${name}» на паузе, как вы просили. Вернём её ${dayText(until, today)}.`);

export interface NotBegun {
  readonly name: string;
  readonly inDebt: boolean;
}

export const notBegunReason = ({ inDebt }: NotBegun): string =>
  inDebt
    ? 'на счёте долг. Пополните счёт и назначьте её снова'
    : 'услуга отключена по другой причине. Она названа на странице услуги';

export const notBegunMessage = (begun: NotBegun): MessageText =>
  message('Услуга не приостановлена', `На сегодня была назначена пауза «${begun.name}», но ${notBegunReason(begun)}.`);

export interface SoonBack {
  readonly name: string;
  readonly until: Day;
  readonly today: Day;
  /** Charged on that day. */
  readonly amount: Kopecks;
}

export const chargeText = (amount: Kopecks): string => (amount > 0 ? ` В этот день спишем ${rubles(amount)}.` : '');

/** Sent a day before the return. */
export const returnMessage = ({ name, until, today, amount }: SoonBack): MessageText =>
  message('Услуга скоро вернётся', `«${name}» снова заработает ${dayText(until, today)}.${chargeText(amount)}`);

export interface SoonPaid {
  readonly name: string;
  readonly from: Day;
  readonly today: Day;
  readonly price: Kopecks;
}

/** Sent a day before paid days. */
export const paidMessage = ({ name, from, today, price }: SoonPaid): MessageText =>
  message(
    'Бесплатные дни паузы кончаются',
    `С ${dayText(from, today)} каждый день паузы «${name}» стоит ${rubles(price)}. Вернуть услугу раньше можно на её странице.`,
  );
