import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import { message, type MessageText } from '#server/domain/messaging/message.texts.ts';
import { dayText, phoneText, rubles } from '#server/domain/shared/text.rules.ts';

/** What the staff have changed at the wish of a client, or of somebody who spoke for him. */
export interface ChangedByStaff {
  readonly title: string;
  readonly what: string;
  /** The provider’s phone. */
  readonly support: string;
}

export const byStaffMessage = ({ title, what, support }: ChangedByStaff): MessageText =>
  message(
    title,
    what,
    `Мы сделали это по просьбе из вашего договора. Если вы не просили, позвоните: ${phoneText(support)}.`,
  );

export interface ToldPlan {
  /** Of the service. */
  readonly service: string;
  readonly was: string | null;
  readonly will: string;
  readonly price: { readonly amount: Kopecks; readonly unit: 'month' | 'day' } | null;
  readonly from: Day;
  readonly today: Day;
}

const priceText = (price: ToldPlan['price']): string =>
  price === null ? '' : `, ${rubles(price.amount)} в ${price.unit === 'day' ? 'день' : 'месяц'}`;

/** «Интернет: с 1 декабря «Волга 500» вместо «Волга 300», 690 ₽ в месяц» */
export const changedPlanText = ({ service, was, will, price, from, today }: ToldPlan): string => {
  const since = from === today ? 'с сегодняшнего дня' : `с ${dayText(from, today)}`;
  const instead = was === null ? '' : ` вместо «${was}»`;
  return `${service}: ${since} «${will}»${instead}${priceText(price)}`;
};
