import { rubles } from '#web/lib/text/format.ts';
import { isZero, sumOf } from '../account-sums.ts';
import type { PromiseOffer } from './promised-data.ts';
import { dueText, promiseOfferText } from './promise-offer.texts.ts';
import { promiseUntilText } from './promised.texts.ts';

/** The offers of all accounts that are off, as one: what is to be paid, until when, and for what. */
export function promiseNowText(offers: readonly PromiseOffer[], isAll: boolean, today: string): string {
  const [first] = offers;
  if (!first) return '';
  if (!isAll) return promiseOfferText(first, today);
  const price = offers.every(({ fee }) => isZero(fee)) ? ' Сама услуга бесплатна.' : '';
  const due = rubles(sumOf(offers.map(({ to_pay }) => to_pay)));
  return `Обещанный платёж: включим сразу, заплатить ${due} нужно до\u00a0${promiseUntilText(first.last_day, today)}. Это ${dueText(offers)}.${price}`;
}
