import { counted, dayOf, dayText, rubles, timeText, keepTogether } from '#web/lib/text/format.ts';
import { isZero } from './account-sums.ts';

const units = { month: 'в\u00a0месяц', day: 'в\u00a0день' } as const;

/** «550 ₽ в месяц». */
export const priceText = ({ price, unit }: { price: string; unit: 'month' | 'day' }): string =>
  isZero(price) ? 'Бесплатно' : `${rubles(price)} ${units[unit]}`;

/** «300 Мбит/с». */
export const speedText = (mbit: number): string => counted(mbit, 'Мбит/с', 'Мбит/с', 'Мбит/с');

/** Until when something can be undone: «до 14:15», «до полуночи», «до 1 декабря». */
export function undoUntilText(moment: string, today: string): string {
  const [day, time] = [dayOf(moment), timeText(moment)];
  if (day === today) return `до\u00a0${time}`;
  const isMidnight = time === '00:00' && dayOf(new Date(Date.parse(moment) - 1)) === today;
  return isMidnight ? 'до\u00a0полуночи' : keepTogether(`до ${dayText(day, today)}`);
}

interface NewPrice {
  price: string;
  from: string;
}

/** «С 1 января —» and «750 ₽ в месяц», each on one line. The day is within a year, so it needs no year. */
export const newPriceLines = ({ price, from }: NewPrice, unit: 'month' | 'day'): readonly [string, string] => [
  keepTogether(`С ${dayText(from, from)} —`),
  priceText({ price, unit }).toLowerCase(),
];

/** «С 1 января — 750 ₽ в месяц» */
export const newPriceText = (price: NewPrice, unit: 'month' | 'day'): string => newPriceLines(price, unit).join(' ');
