import { keepTogether, rubles, unbroken } from '#web/lib/text/format.ts';
import { isZero, sumOf } from '../account-sums.ts';
import type { PromiseOffer } from './promised-data.ts';
import { promiseUntilText } from './promised.texts.ts';

/** «интернет, ТВ и SIP-телефония»: names in a sentence. */
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
    offers.some(isOff) && 'долг',
    offers.some(isCharging) && 'списания за\u00a0эти дни',
    !isZero(fee) && `${rubles(fee)} за\u00a0услугу`,
  ];
  return listed(due.filter((part) => part !== false));
}

/** Whether something is off for debt. */
const isOff = ({ preview }: PromiseOffer): boolean => preview.switches_on.length > 0;

/** Whether a charge comes before its end. */
const isCharging = ({ last_day, preview: { charge_next: next } }: PromiseOffer): boolean =>
  next !== null && next.day <= last_day;

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

/** The restored services, for the toast. */
export const takenText = (switchedOn: readonly string[], lastDay: string, today: string): string =>
  switchedOn.length > 0
    ? `Снова работает: ${listed(switchedOn)}. До\u00a0${promiseUntilText(lastDay, today)}`
    : `Действует до\u00a0${promiseUntilText(lastDay, today)}`;
