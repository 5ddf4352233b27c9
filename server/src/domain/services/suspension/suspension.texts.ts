import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import { paragraph } from '#domain/messaging/message.texts.ts';
import { dayText, rubles } from '#domain/shared/text.rules.ts';

export interface MessageText {
  readonly title: string;
  readonly body: string;
}

const told = (title: string, ...sentences: readonly string[]): MessageText => ({
  title,
  body: sentences.map(paragraph).join(''),
});

/** Sent on the first day of a planned one. */
export const begunMessage = (name: string, until: Day, today: Day): MessageText =>
  told('Услуга приостановлена', `«${name}» на паузе, как вы просили. Вернём её ${dayText(until, today)}.`);

export const notBegunMessage = (name: string, inDebt: boolean): MessageText =>
  told(
    'Услуга не приостановлена',
    inDebt
      ? `На сегодня было назначено приостановление «${name}», но на счёте долг. Пополните счёт и назначьте его снова.`
      : `На сегодня было назначено приостановление «${name}», но услуга отключена по другой причине. Она названа на странице услуги.`,
  );

/** Sent a day before the return. */
export const returnMessage = (name: string, until: Day, today: Day, amount: Kopecks): MessageText =>
  told(
    'Услуга скоро вернётся',
    `«${name}» снова заработает ${dayText(until, today)}.${amount > 0 ? ` В этот день спишем ${rubles(amount)}.` : ''}`,
  );

/** Sent a day before paid days. */
export const paidMessage = (name: string, from: Day, today: Day, price: Kopecks): MessageText =>
  told(
    'Бесплатные дни приостановления кончаются',
    `С ${dayText(from, today)} каждый день паузы «${name}» стоит ${rubles(price)}. Вернуть услугу раньше можно на её странице.`,
  );
