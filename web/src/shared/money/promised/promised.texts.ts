import { dayText, days, rubles, keepTogether, unbroken } from '#web/lib/text/format.ts';
import { isZero, sumOf, toKopecks } from '../account-sums.ts';
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

/** «долг, списания за эти дни и 30 ₽ за услугу»: why the sum is larger than the debt of today. */
export function dueText(offers: readonly PromiseOffer[]): string {
  const fee = sumOf(offers.map((offer) => offer.fee));
  const due = [
    offers.some(isOwing) && 'долг',
    offers.some(isCharging) && 'списания за\u00a0эти дни',
    !isZero(fee) && `${rubles(fee)} за\u00a0услугу`,
  ].filter((part) => part !== false);
  const last = due.pop() ?? '';
  return due.length > 0 ? `${due.join(', ')} и\u00a0${last}` : last;
}

/** The balance before all that the promise charges at once. */
const isOwing = ({ preview: { balance_after, charge_now } }: PromiseOffer): boolean =>
  toKopecks(balance_after) + toKopecks(charge_now) < 0;

/** Whether more than the fee is charged before its end. */
const isCharging = ({ fee, last_day, preview: { charge_now, charge_next: next } }: PromiseOffer): boolean =>
  (next !== null && next.day <= last_day) || toKopecks(charge_now) > toKopecks(fee);

/** The offer: its result and its price. */
export function promiseOfferText(offer: PromiseOffer, today: string): string {
  const { last_day, to_pay, fee, preview } = offer;
  const on = preview.switches_on;
  const until = promiseUntilText(last_day, today);
  const gives =
    on.length > 0
      ? `Сразу ${on.length > 1 ? 'заработают' : 'заработает'} ${listed(on)}, до\u00a0${until}.`
      : `Услуги будут работать до\u00a0${until}, даже если денег на\u00a0счёте не\u00a0хватит.`;
  const price = isZero(fee) ? '. Сама услуга бесплатна' : ', их\u00a0спишем сразу';
  return keepTogether(`${gives} К\u00a0этому времени нужно заплатить ${rubles(to_pay)}: ${dueText([offer])}${price}.`);
}

/** «ещё 3 дня», «последний день»: days from today to the last one. */
export const promiseDaysLeftText = (daysLeft: number): string =>
  daysLeft <= 0 ? 'последний день' : `ещё ${days(daysLeft)}`;

/** The restored services, for the toast. */
export const takenText = (switchedOn: readonly string[], lastDay: string, today: string): string =>
  switchedOn.length > 0
    ? `Снова работает: ${listed(switchedOn)}. До\u00a0${promiseUntilText(lastDay, today)}`
    : `Действует до\u00a0${promiseUntilText(lastDay, today)}`;
