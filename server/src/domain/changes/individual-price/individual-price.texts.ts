import { addDays, type Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { IndividualTerms } from '#server/domain/billing/fee/individual.rules.ts';
import { lastDayText, termsText } from '#server/domain/billing/fee/individual.texts.ts';
import { message, type MessageText } from '#server/domain/messaging/message.texts.ts';
import { dayText, keepTogether, phoneText, rubles } from '#server/domain/shared/text.rules.ts';

/** An individual price, as its subscriber is told of it. */
export interface ToldIndividual extends IndividualTerms {
  readonly id: number;
  /** «Интернет «Волга 300»» */
  readonly name: string;
  readonly unit: 'month' | 'day';
  readonly from: Day;
  readonly until: Day | null;
  /** What it costs with it and without. */
  readonly costs: Kopecks;
  readonly full: Kopecks;
  readonly today: Day;
  readonly screen: string;
}

const rateText = (price: Kopecks, unit: ToldIndividual['unit']): string =>
  price === 0 ? 'бесплатно' : `${rubles(price)} в\u00a0${unit === 'day' ? 'день' : 'месяц'}`;

const sinceText = (from: Day, today: Day): string =>
  from <= today ? 'с\u00a0сегодняшнего дня' : `с\u00a0${dayText(from, today)}`;

/** «Интернет «Волга 300»: скидка 20 % с 1 декабря по 28 февраля, 520 ₽ в месяц вместо 650 ₽ в месяц» */
export const givenText = (told: ToldIndividual): string => {
  const days = `${sinceText(told.from, told.today)} ${lastDayText(told, told.today)}`;
  const rates = `${rateText(told.costs, told.unit)} вместо ${rateText(told.full, told.unit)}`;
  return keepTogether(
    told.percent === null
      ? `${told.name}: ${days} ${rates}`
      : `${told.name}: скидка ${told.percent}\u00a0% ${days}, ${rates}`,
  );
};

const afterwards = ({ until, today }: ToldIndividual): string =>
  until === null
    ? 'Срока у неё нет: если что-то изменится, мы предупредим.'
    : `С ${dayText(until, today)} — обычная цена, какой она будет к тому дню. За неделю напомним.`;

export const givenMessage = (told: ToldIndividual): MessageText =>
  message(told.percent === null ? 'Для вас другая цена' : 'Вам дали скидку', `${givenText(told)}.`, afterwards(told));

/** «Скидка 20 %», «Своя цена 450 ₽ в месяц» */
const what = (told: ToldIndividual): string => termsText(told, told.unit);

/** «Интернет «Волга 300»: скидка 20 % закончится 28 февраля» */
export const endingText = (told: ToldIndividual): string => {
  const last = told.until === null ? '' : ` ${dayText(addDays(told.until, -1), told.today)}`;
  const terms = what(told);
  return keepTogether(`${told.name}: ${terms.charAt(0).toLowerCase()}${terms.slice(1)} закончится${last}`);
};

const then = ({ until, today, full, unit }: ToldIndividual): string =>
  until === null ? '' : `С ${dayText(until, today)} — ${rateText(full, unit)}.`;

export const endingMessage = (told: ToldIndividual): MessageText =>
  message(
    told.percent === null ? 'Ваша цена скоро изменится' : 'Скидка скоро закончится',
    `${endingText(told)}. ${then(told)}`,
  );

export const endingSms = (told: ToldIndividual): string => `${endingText(told)}. ${then(told)}`;

export const endedEarlyMessage = ({ support, ...told }: ToldIndividual & { readonly support: string }): MessageText =>
  message(
    told.percent === null ? 'Ваша цена закончится раньше' : 'Скидка закончится раньше',
    `${endingText(told)}. ${then(told)}`,
    `Если есть вопросы, позвоните: ${phoneText(support)}.`,
  );
