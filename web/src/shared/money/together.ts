import { dayText, rubles } from '#web/lib/text/format.ts';
import { inAddress, isZero, sumOf } from './account-sums.ts';
import type { WayOut } from './promised/promised-data.ts';

/** What restores everything that is off for debt: the internet account, and the telephone account if it is off, too. */
export interface Together {
  readonly ways: readonly [WayOut, ...WayOut[]];
  /** One sum, paid once. */
  readonly amount: string;
}

/** Another billing charges: when services work again, is for it to say. */
export const ON_BY_OPERATOR = 'Услуги включит оператор, когда учтёт оплату.';

const NOTHING_OWED = 'Долга нет';

const restores = ({ after: { switches_on: on, charged_elsewhere: isElsewhere } }: WayOut): boolean =>
  on.length > 0 || isElsewhere === true;

/** Nothing is owed, and yet services are off: another billing has not booked it yet, or waits for a fee of which only it knows. */
export const isOwed = ({ to_pay: sum }: Pick<WayOut, 'to_pay'>): boolean => !isZero(sum);

/** Both accounts in one payment, if it restores both; otherwise the internet account alone. */
export function allTogether(internet: WayOut, telephone: WayOut | null | undefined): Together {
  const areAlike = telephone && [internet, telephone].every(restores) && isOwed(internet) === isOwed(telephone);
  const ways = areAlike ? ([internet, telephone] as const) : ([internet] as const);
  return { ways, amount: sumOf(ways.map(({ to_pay }) => to_pay)) };
}

/** The page of this one payment. */
export function payPath({ ways: [internet, telephone] }: Together): string {
  const apart = telephone ? `?t=${inAddress(telephone.to_pay)}` : '';
  return `/payment/i/${inAddress(internet.to_pay)}${apart}`;
}

/** Another billing charges both accounts, or none. */
export const isChargedElsewhere = ({ ways }: Together): boolean => ways.some(({ after }) => after.charged_elsewhere);

/** What the sum is for; while it loads, what is most likely. */
export function restoringTitle(together: Together | undefined, isTelephoneOff: boolean): string {
  if (!together) return 'Чтобы всё заработало';
  if (isZero(together.amount)) return NOTHING_OWED;
  if (!together.ways.every(restores) || isChargedElsewhere(together)) return 'К\u00a0оплате';
  return isTelephoneOff && together.ways.length === 1 ? 'Чтобы заработало всё, кроме телефона' : 'Чтобы всё заработало';
}

/** «Хватит до 25 декабря, на телефон — до 1 декабря». */
export function untilText(together: Together, today: string): string {
  const { ways } = together;
  if (isChargedElsewhere(together)) return ON_BY_OPERATOR;
  if (!ways.every(restores)) return 'За\u00a0раз весь долг не\u00a0заплатить: услуги включатся последним платежом.';
  const [internet, telephone] = ways.map(({ after }) => after.lasts_until && dayText(after.lasts_until, today));
  if (!internet) return 'Включим сразу';
  const apart = telephone && telephone !== internet ? `, на\u00a0телефон — до\u00a0${telephone}` : '';
  return `Хватит до\u00a0${internet}${apart}`;
}

/** «Интернет 629 ₽ и телефон 188 ₽», the parts of one payment for both accounts. */
export const partsText = ({ ways }: Together): string =>
  ways.map(({ p, to_pay }) => `${p === 'i' ? 'Интернет' : 'телефон'} ${rubles(to_pay)}`).join(' и\u00a0');
