import { addDays, type Day } from '@kabinet/contract/kernel/day';
import { isZero } from '#web/shared/money/account-sums.ts';
import { days, dayText, plural, rubles } from '#web/lib/text/format.ts';
import type { UserKind } from '#web/shared/service/text/service-state.tsx';
import type { CurrentSuspension, Suspension, SuspensionTerms, SuspensionSummary } from './suspension-data.ts';

const lastDay = (until: string): string => addDays(until as Day, -1);

/** «с 25 ноября по 8 декабря». */
export const spanText = ({ from, until }: { from: string; until: string }, today: string): string =>
  `с\u00a0${dayText(from, today)} по\u00a0${dayText(lastDay(until), today)}`;

/** «30 дней в году бесплатно, дальше 5 ₽ в день»; and the price of the suspension itself, if any. */
export const suspensionPriceText = (terms: SuspensionTerms): string =>
  isZero(terms.start_price) ? daysText(terms) : `${daysText(terms)}, разовая плата ${rubles(terms.start_price)}`;

function daysText({ free_days_a_year: free, day_price }: SuspensionTerms): string {
  if (isZero(day_price)) return 'бесплатно';
  const price = `${rubles(day_price)} в\u00a0день`;
  return free === 0 ? price : `${days(free)} в\u00a0году бесплатно, дальше ${price}`;
}

/** What a pause costs now, in a few words. */
export function shortText(
  { available, free_left, charged_elsewhere: isElsewhere }: Suspension,
  { day_price }: SuspensionTerms,
): string {
  if (isElsewhere) return 'через оператора';
  if (!available) return 'сейчас нельзя';
  if (isZero(day_price)) return 'бесплатно';
  return free_left > 0 ? `${days(free_left)} бесплатно` : `${rubles(day_price)} в\u00a0день`;
}

/** The free days left; empty when all days are free, or none. */
export function freeDaysLeftText({ free_left }: Suspension, { day_price, free_days_a_year }: SuspensionTerms): string {
  if (isZero(day_price) || free_days_a_year === 0) return '';
  return free_left === 0
    ? 'В\u00a0этом году бесплатных дней не\u00a0осталось.'
    : `В\u00a0этом году ${plural(free_left, 'остался', 'осталось', 'осталось')} ${days(free_left)}.`;
}

type Costs = Pick<SuspensionSummary, 'paid' | 'paid_days' | 'day_price' | 'days_cost' | 'free_days'>;

/** «4 дня по 5 ₽ с 21 декабря: 20 ₽». */
export const paidText = ({ paid, paid_days, day_price, days_cost }: Costs, today: string): string =>
  `${days(paid_days)} по\u00a0${rubles(day_price)}, ${paid.map((span) => spanText(span, today)).join(' и\u00a0')}: ${rubles(days_cost)}`;

/** The price of the days of an agreed suspension. */
export const costText = (agreed: Costs, today: string): string =>
  agreed.paid_days === 0 ? 'Пауза бесплатная' : `Платных ${paidText(agreed, today)}`;

export const earlyText = ({ early_return }: Pick<CurrentSuspension, 'early_return'>): string => {
  if (early_return === null) return 'нельзя';
  return isZero(early_return.price) ? 'бесплатно' : rubles(early_return.price);
};

/** What helps if a service that has returned does not work at once. */
export const AFTER_RETURN: Readonly<Record<UserKind, string>> = {
  internet: 'Если не\u00a0подключается, перезагрузите роутер',
  tv: 'Если не\u00a0показывает, перезагрузите приставку',
  sip: 'Телефоны подключатся сами, пароль прежний',
  mail: 'Пароль прежний',
};

/** What a pause leaves to the client, by kind. */
export const KEPT: Readonly<Partial<Record<UserKind, string>>> = {
  tv: 'Пакеты, приставка и\u00a0настройки сохранятся.',
  sip: 'Номер останется за\u00a0вами, пароль прежний.',
};
