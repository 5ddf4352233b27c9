import { dayText, keepTogether } from '#web/lib/text/format.ts';

export interface ShownDiscount {
  readonly percent: number | null;
  readonly full_price: string;
  readonly last_day: string | null;
}

/** «Скидка 20 % по 28 февраля», «Своя цена без срока» */
export const discountText = ({ percent, last_day }: ShownDiscount, today: string): string =>
  keepTogether(
    `${percent === null ? 'Своя цена' : `Скидка ${percent} %`} ${last_day === null ? 'без срока' : `по ${dayText(last_day, today)}`}`,
  );
