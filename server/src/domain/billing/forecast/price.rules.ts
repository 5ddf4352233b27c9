import { addDays, daysBetween, nextBillingDay, type Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import { feeIn, type Situation } from '#server/domain/services/service/situation.rules.ts';
import { keepTogether } from '#server/domain/shared/text.rules.ts';
import { turnsOf, type IndividualPeriod } from '../fee/individual.rules.ts';
import { chargeFrom, partOf } from '../fee/proration.rules.ts';
import type { Fee } from '../fee/fee.rules.ts';
import { lastChargedDay, type Billing } from './billing-horizon.rules.ts';
import type { SumPart } from './forecast.rules.ts';
import type { ServiceKind } from '#server/domain/shared/service-kind.rules.ts';

/** A price from the database: of a plan (with its kind), a suspension, an option, or a program (with its id). */
export interface Price {
  /** The name of the fee in `feesIn`; null for one-time charges and returns. */
  readonly what: string | null;
  /** The service; null for a phone number or a program of the contract. */
  readonly userId: number | null;
  /** The phone number; absent if the price is of something else. */
  readonly phoneNumber?: string | null;
  readonly situation: Situation;
  readonly returnsOn: Day | null;
  readonly kind: ServiceKind | 'suspension' | null;
  readonly programId: number | null;
  readonly name: string;
  readonly amount: Kopecks;
  /** Days on which another price begins to be charged, in order; absent if none is planned. */
  readonly steps?: readonly PriceStep[];
  /** The client's own prices on their days; absent if there are none. */
  readonly individual?: readonly IndividualPeriod[];
  /** The price of the catalogue now; absent: the amount itself. */
  readonly full?: Kopecks;
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

export interface PriceStep {
  readonly from: Day;
  readonly amount: Kopecks;
  /** Because a price of the client's own begins or ends on that day; absent: the provider has planned it. */
  readonly isIndividual?: true;
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
export function feeText({ kind, name }: Price): string {
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
  if (!isComing(price) || billing.chargedTo === null) return [];
  const text = feeText(price);
  const { unit, until } = price;
  const promotion = promotionOf(price, billing);
  const begin = promotion ? paid({ text, unit, ...promotion, until: earlier(until, promotion.until) }) : [];
  return [...begin, ...atCatalogue(price, text, billing), ...givenBack(price, text)];
}

/** The first day that the price may be charged for. */
export const beginOf = ({ from, returnsOn }: Price, billing: Billing): Day =>
  later(later(addDays(lastChargedDay(billing), 1), from), returnsOn);

/** The charges of a promotion; null if there are none: one that is over before the price begins is ignored. */
function promotionOf(price: Price, billing: Billing): { amount: Kopecks; from: Day | null; until: Day } | null {
  const { promo, promoUntil } = price;
  if (promo === null || promoUntil === null || promoUntil < beginOf(price, billing)) return null;
  return { amount: promo, from: firstCharge(price, billing), until: promoUntil };
}

/** The first charge at the price of the catalogue, after a promotion; null if it is the usual one. */
function firstAtCatalogue(price: Price, billing: Billing): Day | null {
  const promotion = promotionOf(price, billing);
  const first = firstCharge(price, billing);
  // The promotion may have started after the following days had been charged.
  const isCharged = promotion !== null && price.charged !== null && price.charged.until > promotion.until;
  return promotion && !isCharged ? later(first, promotion.until) : first;
}

export const firstCatalogueDay = (price: Price, billing: Billing): Day =>
  firstAtCatalogue(price, billing) ?? usualCharge(price, billing);

/** The price of the catalogue, which may change on some days. */
function atCatalogue(price: Price, text: string, billing: Billing): Fee[] {
  const { unit, until } = price;
  const from = firstAtCatalogue(price, billing);
  const start = from ?? usualCharge(price, billing);
  const after = partsAfter(price, start);
  const parts = [{ from, amount: amountOf(price, start) }, ...after];
  return parts.flatMap((part, index) => {
    const next = after[index]?.from;
    return paid({ text, unit, ...part, until: next === undefined ? until : earlier(until, next) });
  });
}

/** Where its charges begin anew: with another price, and on the days of a price of the client's own, though it be the same. */
function partsAfter(price: Price, start: Day): readonly Pick<PriceStep, 'from' | 'amount'>[] {
  const { unit, steps = [], individual = [] } = price;
  const known = new Set(steps.map(({ from }) => from));
  // By day, a charge ends with its day.
  const turns = unit === 'month' ? turnsOf(individual).filter((day) => !known.has(day)) : [];
  return [...steps, ...turns.map((from) => ({ from, amount: amountOf(price, from) }))]
    .filter(({ from }) => from > start)
    .toSorted((one, other) => one.from.localeCompare(other.from));
}

/** The price of the catalogue that a charge of a day has. */
export const amountOf = ({ amount, steps }: Price, day: Day): Kopecks =>
  steps?.findLast(({ from }) => from <= day)?.amount ?? amount;

function isComing({ situation, returnsOn }: Price): boolean {
  const runs = feeIn[situation];
  return runs !== 'no' && (runs !== 'after_return' || returnsOn !== null);
}

/** Whether the run charges the price as things are, or on a day that is known: not while a service is off, for a debt or otherwise. */
export const isPaid = ({ situation, returnsOn }: Pick<Price, 'situation' | 'returnsOn'>): boolean =>
  feeIn[situation] === 'yes' || (feeIn[situation] === 'after_return' && returnsOn !== null);

const paid = (fee: Fee): Fee[] => (fee.amount === 0 ? [] : [fee]);

const usualCharge = ({ unit }: Pick<Price, 'unit'>, billing: Billing): Day =>
  unit === 'month' ? nextBillingDay(lastChargedDay(billing), billing.billingDay) : addDays(lastChargedDay(billing), 1);

/** The day of the next charge; null if it is the usual one: the next billing day, or tomorrow. */
function firstCharge(price: Price, billing: Billing): Day | null {
  const { from, returnsOn, charged, unit } = price;
  const today = lastChargedDay(billing);
  const tomorrow = addDays(today, 1);
  const usual = usualCharge({ unit }, billing);
  const open = isDueOnReturn(price, billing) ? earlier(turnAfter(price, today), usual) : tomorrow;
  const first = [from, returnsOn, charged && charged.until > today ? charged.until : open].reduce(later, tomorrow);
  return first === usual && unit !== 'once' ? null : first;
}

/** Whether it waits for the payment of a debt: then it is charged on that day, up to a turn of the price, and continues as usual. On hold nothing is due. */
const isDueOnReturn = ({ situation, from }: Price, { chargedTo, inDebt = false }: Billing): boolean =>
  chargedTo === undefined && from === null && (situation === 'debt' || (inDebt && feeIn[situation] === 'yes'));

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

function dueToday(price: Price, today: Day, billingDay: number): Kopecks {
  const { unit, amount, until, promo, promoUntil } = price;
  const isPromo = promo !== null && promoUntil !== null && today < promoUntil;
  const rate = isPromo ? promo : amount;
  const turn = isPromo ? promoUntil : turnAfter(price, today);
  return unit === 'month' ? chargeFrom(rate, today, billingDay, turn === null ? until : earlier(until, turn)) : rate;
}

/** The next day on which a price of the client's own begins or ends, unless a promotion comes first; null if there is none. */
function turnAfter({ individual = [], promo, promoUntil }: Price, today: Day): Day | null {
  if (promo !== null && promoUntil !== null && today < promoUntil) return null;
  return turnsOf(individual).find((day) => day > today) ?? null;
}

const earlier = (a: Day | null, b: Day): Day => (a !== null && a < b ? a : b);
export const later = <A extends Day | null>(a: A, b: Day | null): A | Day =>
  b !== null && (a === null || b > a) ? b : a;

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
