import { addDays, addMonths, type Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import { atTerms, type IndividualPeriod, type IndividualTerms } from '#server/domain/billing/fee/individual.rules.ts';
import { lastDayText, termsText } from '#server/domain/billing/fee/individual.texts.ts';
import { DAYS_OF_MONTH, feeText, type Price } from '#server/domain/billing/forecast/price.rules.ts';
import { dayText } from '#server/domain/shared/text.rules.ts';

/** What a contract pays for, as `feesIn` has it. */
export type PaidThing = Price & {
  readonly accountId: number;
  readonly what: string;
  readonly soldKind: 'plan' | 'option' | 'program';
  readonly soldId: number;
};

export interface AskedDays {
  readonly from: Day;
  readonly lastDay: Day | null;
  /** The first day that it can change; by the thing's own charges, if not given. */
  readonly free?: Day;
}

/** How far ahead it may begin. */
const MONTHS_AHEAD = 12;

/** The first day on which it can change a charge: what is charged stays, and a promotion goes on to its end. */
export function firstFreeDay({ charged, promo, promoUntil }: Price, from: Day): Day {
  const days = [from, charged?.until, promo === null ? null : promoUntil].filter((day) => day != null);
  return days.reduce((latest, day) => (day > latest ? day : latest));
}

/** Why it cannot be given for these days and this price; null if it can. */
export const whyNotGiven = (thing: PaidThing, terms: IndividualTerms, days: AskedDays, today: Day): string | null =>
  whyNotOn(days, today) ?? whyNotFree(thing, days, today) ?? whyNotAt(thing, terms);

function whyNotOn({ from, lastDay }: AskedDays, today: Day): string | null {
  if (from < today) return 'Первый день уже прошёл: можно с сегодняшнего дня или позже';
  if (from > addMonths(today, MONTHS_AHEAD)) return 'Первый день — не позже чем через год';
  return lastDay !== null && lastDay < from ? 'Последний день раньше первого' : null;
}

function whyNotFree(
  thing: PaidThing,
  { from, lastDay, free = firstFreeDay(thing, from) }: AskedDays,
  today: Day,
): string | null {
  if (lastDay === null || lastDay >= free) return null;
  return `По ${dayText(addDays(free, -1), today)} уже начислено или действует акция: выберите последний день позже`;
}

function whyNotAt(thing: PaidThing, { price }: IndividualTerms): string | null {
  const full = fullOf(thing);
  if (full === 0) return 'Это и так бесплатно';
  return price !== null && price >= full ? 'Своя цена должна быть ниже обычной' : null;
}

/** What it costs without a price of its own. */
export const fullOf = ({ full, amount }: Price): Kopecks => full ?? amount;

/** What a month of it costs the provider. */
export function givenByMonth(thing: Price, terms: IndividualTerms): Kopecks {
  const full = fullOf(thing);
  return kopecks((full - atTerms(full, terms)) * (thing.unit === 'day' ? DAYS_OF_MONTH : 1));
}

interface GivenDays {
  readonly from: Day;
  readonly until: Day | null;
}

/** Another price of the same thing on some of these days, in words; null if there is none. */
export function heldBy(individual: readonly IndividualPeriod[], days: GivenDays, today: Day): string | null {
  const other = individual.find((one) => isBefore(days.from, one.until) && isBefore(one.from, days.until));
  return other === undefined
    ? null
    : `На эти дни уже есть: ${termsText(other).toLowerCase()} с ${dayText(other.from, today)} ${lastDayText(other, today)}. Сначала закончите её`;
}

const isBefore = (day: Day, end: Day | null): boolean => end === null || day < end;

/** What a subscriber is told of a thing. */
export const thingFacts = (thing: Price) => ({
  name: feeText(thing),
  unit: thing.unit === 'day' ? ('day' as const) : ('month' as const),
  full: fullOf(thing),
  screen: screenFor(thing),
});

/** The page of the service, or home. */
const screenFor = ({ kind, userId, phoneNumber }: Price): string => {
  if (phoneNumber) return `/telephone/${phoneNumber}`;
  return kind === null || kind === 'suspension' || userId === null ? '/' : `/${kind}/${userId}`;
};
