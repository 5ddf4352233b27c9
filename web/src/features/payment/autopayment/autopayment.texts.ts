import type { ComponentProps } from 'react';
import { dayText, monthText, rubles, keepTogether, unbroken } from '#web/lib/text/format.ts';
import type { KeyValues } from '#web/ui/text/rows.tsx';
import type { Autopayment } from './use-autopayment.ts';

export type Next = NonNullable<Autopayment['next']>;
export type Facts = ComponentProps<typeof KeyValues>['list'];

/** The day and the sum of the next charge, and its results. */
export const nextFacts = (name: string, next: Next, today: string): Facts => [
  [name, `${dayText(next.day, today)}, ${rubles(next.amount)}`],
  ['За\u00a0месяц', monthText(next.due_day, today)],
  next.debt !== '0.00' && ['Из них за\u00a0долг', rubles(next.debt)],
  next.switches_on.length > 0 && ['Заработают', unbroken(next.switches_on)],
  ['После него на счёте', rubles(next.balance_after)],
  next.lasts_until !== null && ['Хватит', `до\u00a0${dayText(next.lasts_until, today)}`],
];

/** If set up while in debt, it pays the debt first: at the earliest a day after the notice. */
export const debtText = ({ day, amount }: Next, today: string): string =>
  keepTogether(
    `Сейчас на\u00a0счёте долг. Первое списание — ${rubles(amount)}, не\u00a0раньше ${dayText(day, today)}.`,
  );
