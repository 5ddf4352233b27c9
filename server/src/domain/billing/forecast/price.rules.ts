import { addDays, daysBetween, nextBillingDay, type Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import { feeIn, type Situation } from '#domain/services/service/situation.rules.ts';
import { keepTogether } from '#domain/shared/text.rules.ts';
import { chargeFrom, partOf } from '../fee/proration.rules.ts';
import type { Fee } from '../fee/fee.rules.ts';
import type { SumPart } from './forecast.rules.ts';

/** The kind of a plan, as the table of plans names it. */
type ServiceKind = 'internet' | 'tv' | 'sip' | 'mail' | 'telephone';

/** A price from the database: of a plan (with its kind), a suspension, an option, or a program (with its id). */
export interface Price {
  /** The name of the fee in `feesIn`; null for one-time charges and returns. */
  readonly what: string | null;
  /** The service; null for a phone number or a program of the contract. */
  readonly userId: number | null;
  readonly situation: Situation;
  readonly returnsOn: Day | null;
  readonly kind: ServiceKind | 'suspension' | null;
  readonly programId: number | null;
  readonly name: string;
  readonly amount: Kopecks;
  readonly unit: 'month' | 'day' | 'once';
  /** When the price itself begins and ends, whatever the state of the service; null for a beginning in the past. */
  readonly from: Day | null;
  readonly until: Day | null;
  /** Another price up to a day; null if there is none. */
  readonly promo: Kopecks | null;
  readonly promoUntil: Day | null;
  /** The days already charged, and their price; null if there are none. */
  readonly charged: { readonly from: Day; readonly until: Day; readonly amount: Kopecks } | null;
}

/** The start of a forecast: days up to `today` are charged. */
export interface Billing {
  readonly today: Day;
  readonly billingDay: number;
}

const kinds = {
  internet: 'Интернет',
  tv: 'ТВ',
  sip: 'SIP-телефония',
  mail: 'Почта',
  telephone: 'Телефон',
  suspension: 'Приостановление',
} as const satisfies Record<ServiceKind | 'suspension', string>;

const texts = new Map<Price['kind'], Map<string, string>>();

/**
 * «Интернет «Волга 300»», «Статический адрес»: a plan has its kind, an option or a program only its name. Cached,
 * because a catalogue is small and a company has the same plan a hundred times.
 */
function feeText({ kind, name }: Price): string {
  const known = texts.get(kind) ?? new Map<string, string>();
  texts.set(kind, known);
  const text = known.get(name) ?? keepTogether(kind === null ? name : `${kinds[kind]} «${name}»`);
  known.set(name, text);
  return text;
}

/**
 * The fees of a price in the state of its service: none if nothing is charged (`feeIn`) or the price is zero; two while
 * a promotion lasts; also what is given back if the price ends before its charged days.
 */
export function feesOfPrice(price: Price, billing: Billing): Fee[] {
  if (!isComing(price)) return [];
  const text = feeText(price);
  const from = firstCharge(price, billing);
  const { unit, until, promo, promoUntil, returnsOn } = price;
  // A promotion that is over before the price begins is ignored.
  const begin = later(later(addDays(billing.today, 1), price.from), returnsOn);
  const isPromoted = promo !== null && promoUntil !== null && promoUntil >= begin;
  const fees = isPromoted
    ? promoted(price, { text, from, promo, promoUntil })
    : paid({ text, amount: price.amount, unit, from, until });
  return [...fees, ...givenBack(price, text)];
}

function isComing({ situation, returnsOn }: Price): boolean {
  const runs = feeIn[situation];
  return runs !== 'no' && (runs !== 'after_return' || returnsOn !== null);
}

/** The promotion price up to its end, then the catalogue price. */
function promoted(
  { amount, unit, until, charged }: Price,
  { text, from, promo, promoUntil }: { text: string; from: Day | null; promo: Kopecks; promoUntil: Day },
): Fee[] {
  // The promotion started after the following days had been charged.
  const isCharged = charged !== null && charged.until > promoUntil;
  return [
    ...paid({ text, amount: promo, unit, from, until: earlier(until, promoUntil) }),
    ...paid({ text, amount, unit, from: isCharged ? from : later(from, promoUntil), until }),
  ];
}

const paid = (fee: Fee): Fee[] => (fee.amount === 0 ? [] : [fee]);

/** The day of the next charge; null if it is the usual one: the next billing day, or tomorrow. */
function firstCharge({ from, returnsOn, charged, unit, situation }: Price, { today, billingDay }: Billing): Day | null {
  const tomorrow = addDays(today, 1);
  const usual = unit === 'month' ? nextBillingDay(today, billingDay) : tomorrow;
  // After a debt, what is due is charged on the day of return; then charges continue as usual.
  const open = situation === 'debt' ? usual : tomorrow;
  const first = [from, returnsOn, charged?.until ?? open].reduce(later, tomorrow);
  return first === usual && unit !== 'once' ? null : first;
}

/** Returns of days charged after the end of the price: given back on that day. */
function givenBack({ charged, until }: Price, text: string): Fee[] {
  if (charged === null || until === null || charged.until <= until) return [];
  const used = partOf(charged.amount, daysBetween(charged.from, until), daysBetween(charged.from, charged.until));
  const amount = kopecks(used - charged.amount);
  return paid({ text: `Возврат: ${text}`, amount, unit: 'once', from: until, until: null });
}

export const feesOf = (prices: readonly Price[], billing: Billing): Fee[] =>
  prices.flatMap((price) => feesOfPrice(price, billing));

/** Charged on the day on which a debt is paid: fees that are not charged up to today. */
export function dueOnReturn(prices: readonly Price[], { today, billingDay }: Billing): SumPart[] {
  const due = prices.filter(
    ({ situation, from, until, charged }) =>
      (feeIn[situation] === 'yes' || feeIn[situation] === 'after_debt') &&
      (from === null || from <= today) &&
      (until === null || today < until) &&
      (charged === null || charged.until <= today),
  );
  return due
    .map((price) => ({ text: feeText(price), amount: dueToday(price, today, billingDay) }))
    .filter(({ amount }) => amount > 0);
}

function dueToday({ unit, amount, until, promo, promoUntil }: Price, today: Day, billingDay: number): Kopecks {
  const isPromo = promo !== null && promoUntil !== null && today < promoUntil;
  const rate = isPromo ? promo : amount;
  return unit === 'month' ? chargeFrom(rate, today, billingDay, isPromo ? earlier(until, promoUntil) : until) : rate;
}

const earlier = (a: Day | null, b: Day): Day => (a !== null && a < b ? a : b);
const later = <A extends Day | null>(a: A, b: Day | null): A | Day => (b !== null && (a === null || b > a) ? b : a);

/** Length of the month in which daily and monthly plans are compared. */
export const DAYS_OF_MONTH = 30;

/** The price of these services for thirty days at today's prices, even while nothing is charged. */
export function monthlyOf(prices: readonly Price[], today: Day): Kopecks {
  const current = prices.filter(
    ({ kind, unit, from, until }) =>
      kind !== 'suspension' && unit !== 'once' && (from === null || from <= today) && (until === null || today < until),
  );
  return kopecks(current.reduce((sum, { amount, unit }) => sum + amount * (unit === 'day' ? DAYS_OF_MONTH : 1), 0));
}
