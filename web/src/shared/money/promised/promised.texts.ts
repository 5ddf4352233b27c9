import { dayText, days, rubles, keepTogether, unbroken } from '#web/lib/text/format.ts';
import { isZero } from '../account-sums.ts';
import type { PromiseOffer } from './promised-data.ts';

/** «23 ноября, 23:59». */
export const promiseUntilText = (lastDay: string, today: string): string => `${dayText(lastDay, today)}, 23:59`;

/** «интернет, ТВ и SIP-телефония»: the switched-on services in a sentence. */
function listed(names: readonly string[]): string {
  const words = names.map((name) => name.replace(KIND, (letter) => letter.toLowerCase()));
  const [shown, rest] = [words.slice(0, MOST_NAMED), names.length - MOST_NAMED];
  const last = rest > 0 ? `ещё ${rest}` : shown.pop();
  return unbroken([shown.length > 0 ? `${shown.join(', ')} и\u00a0${last ?? ''}` : (last ?? '')]);
}
const MOST_NAMED = 4;
/** The first letter of a kind, which is no name. */
const KIND = /^[ИП](?=(?:нтернет|очта)(?:$| ))/;

/** The offer: its result and its price. */
export function promiseOfferText(
  { preview: { switches_on: on }, last_day, to_pay, fee }: PromiseOffer,
  today: string,
): string {
  const until = promiseUntilText(last_day, today);
  const gives =
    on.length > 0
      ? `Сразу ${on.length > 1 ? 'заработают' : 'заработает'} ${listed(on)}, до\u00a0${until}.`
      : `Услуги будут работать до\u00a0${until}, даже если денег на\u00a0счёте не\u00a0хватит.`;
  const price = isZero(fee) ? 'Сама услуга бесплатна' : `За\u00a0услугу сразу спишем ${rubles(fee)}`;
  return keepTogether(`${gives} К\u00a0этому времени нужно заплатить ${rubles(to_pay)}. ${price}.`);
}

/** «ещё 3 дня», «последний день»: days from today to the last one. */
export const promiseDaysLeftText = (daysLeft: number): string =>
  daysLeft <= 0 ? 'последний день' : `ещё ${days(daysLeft)}`;

/** The restored services, for the toast. */
export const takenText = (switchedOn: readonly string[], lastDay: string, today: string): string =>
  switchedOn.length > 0
    ? `Снова работает: ${listed(switchedOn)}. До\u00a0${promiseUntilText(lastDay, today)}`
    : `Действует до\u00a0${promiseUntilText(lastDay, today)}`;
