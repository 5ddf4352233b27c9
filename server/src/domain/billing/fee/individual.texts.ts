import { addDays, type Day } from '@kabinet/contract/kernel/day';
import { dayText, keepTogether, rubles } from '#server/domain/shared/text.rules.ts';
import type { IndividualPeriod, IndividualTerms } from './individual.rules.ts';

/** «Скидка 20 %», «Своя цена 450 ₽ в месяц» */
export const termsText = ({ price, percent }: IndividualTerms, unit?: 'month' | 'day'): string => {
  if (percent !== null) return keepTogether(`Скидка ${percent}\u00a0%`);
  const rate = unit === undefined ? '' : { month: ' в\u00a0месяц', day: ' в\u00a0день' }[unit];
  return keepTogether(price === null || price === 0 ? 'Бесплатно' : `Своя цена ${rubles(price)}${rate}`);
};

/** What is lost with the contract: «Скидка 10 % не перейдёт: новый договор платит полную цену». Equal ones are told once. */
export const endedWithContractTexts = (ended: readonly IndividualTerms[], then: 'handed' | 'closed'): string[] => [
  ...new Set(
    ended.map((one) =>
      keepTogether(
        then === 'handed'
          ? `${termsText(one)} не перейдёт: новый договор платит полную цену`
          : `${termsText(one)} закончится вместе с договором`,
      ),
    ),
  ),
];

/** «по 28 февраля», «без срока»: the last day of it. */
export const lastDayText = ({ until }: Pick<IndividualPeriod, 'until'>, today: Day): string =>
  until === null ? 'без\u00a0срока' : `по\u00a0${dayText(addDays(until, -1), today)}`;
