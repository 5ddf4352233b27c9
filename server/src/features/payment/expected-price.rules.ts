import { addDays, addMonths, daysBetween, nextBillingDay, type Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import { forecastAfter, type Forecast, type SumPart, type UpcomingCharge } from '#domain/forecast/forecast.rules.ts';
import { dayText, plural, rubles } from '#domain/text/text.rules.ts';

/** The provider's limits of one payment, both ends allowed. */
export interface Limits {
  readonly smallest: Kopecks;
  readonly largest: Kopecks;
}

/** A charge of the past that a debt is made up of, newest first. */
export interface PastCharge extends SumPart {
  readonly day: Day;
}

interface Price {
  readonly amount: Kopecks;
  /** Add up to the amount. */
  readonly parts: readonly SumPart[];
}

interface Suggestion {
  readonly months: number;
  readonly amount: Kopecks;
  readonly lastsUntil: Day | null;
}

const SUGGESTED_MONTHS = [1, 2, 3] as const;
const ROUBLE = 100;

const upToRoubles = (amount: number): number => Math.ceil(amount / ROUBLE) * ROUBLE;
const within = (amount: number, { smallest, largest }: Limits): Kopecks =>
  kopecks(Math.min(Math.max(upToRoubles(amount), smallest), largest));

/**
 * What to pay so that everything works through the next period (domain.md, 4): the debt where services are switched off for
 * it, otherwise what a month from the first uncovered charge lacks; whole roubles within the limits. `pastCharges` explain
 * a debt.
 */
export function expectedPrice(forecast: Forecast, pastCharges: readonly PastCharge[], limits: Limits): Price {
  if (forecast.debt > 0) return priceOf(debtParts(forecast.debt, pastCharges), limits);
  const uncovered = uncoveredCharge(forecast);
  return priceOf(uncovered ? monthParts(forecast, uncovered) : [], limits);
}

const uncoveredCharge = ({ upcoming }: Forecast) => upcoming.find((charge) => charge.missing > 0);

/** The exact sum brought to whole roubles and the limits; what that adds is a part, too. */
function priceOf(parts: readonly SumPart[], limits: Limits): Price {
  const exact = sumOf(parts);
  const amount = within(exact, limits);
  const added = kopecks(amount - exact);
  if (added === 0) return { amount, parts };
  return { amount, parts: [...parts, { text: addedText(amount, limits), amount: added }] };
}

const sumOf = (parts: readonly SumPart[]): number => parts.reduce((sum, part) => sum + part.amount, 0);

function addedText(amount: Kopecks, { smallest, largest }: Limits): string {
  if (amount === smallest) return `До наименьшего платежа ${rubles(smallest)}`;
  if (amount === largest) return `Больше ${rubles(largest)} за раз не принимаем`;
  return 'Округление до рубля';
}

/** The charges of `months` from the uncovered one on, less what is there to pay them. */
function monthParts(forecast: Forecast, uncovered: UpcomingCharge, months = 1): SumPart[] {
  const { day, balanceAfter, amount } = uncovered;
  const before = balanceAfter + amount;
  const when = dayText(day, forecast.today);
  return [
    ...chargesBetween(forecast, day, addMonths(day, months)),
    { text: before > 0 ? `Останется на счёте к ${when}` : `Долг к ${when}`, amount: kopecks(-before) },
    { text: 'Кредитный лимит', amount: kopecks(0 - forecast.creditLimit) },
  ].filter((part) => part.amount !== 0);
}

/** What each fee makes from one day up to another, not counting the last; the largest first. */
function chargesBetween({ fees, billingDay }: Forecast, from: Day, to: Day): SumPart[] {
  const parts = fees.map((fee) => {
    const begin = fee.from !== null && fee.from > from ? fee.from : from;
    const end = fee.until !== null && fee.until < to ? fee.until : to;
    const times = fee.unit === 'month' ? billingDays(begin, end, billingDay) : Math.max(0, daysBetween(begin, end));
    const text = fee.unit === 'month' ? fee.text : `${fee.text}, ${plural(times, ['день', 'дня', 'дней'])}`;
    return { text, amount: kopecks(fee.amount * times) };
  });
  return parts.sort((one, other) => other.amount - one.amount);
}

function billingDays(from: Day, to: Day, dayOfMonth: number): number {
  let count = 0;
  for (let day = nextBillingDay(addDays(from, -1), dayOfMonth); day < to; day = addMonths(day, 1, dayOfMonth))
    count += 1;
  return count;
}

/** The latest charges that the debt is made up of; what was on the account before them makes up the difference. */
function debtParts(debt: Kopecks, pastCharges: readonly PastCharge[]): SumPart[] {
  const parts: SumPart[] = [];
  let explained = 0;
  for (const { text, amount } of pastCharges) {
    if (explained >= debt) break;
    const last = parts.find((part) => part.text === text);
    if (last) parts[parts.indexOf(last)] = { text, amount: kopecks(last.amount + amount) };
    else parts.push({ text, amount });
    explained += amount;
  }
  if (explained === debt) return parts;
  const text = explained > debt ? 'Было на счёте' : 'Долг за прежние месяцы';
  return [...parts, { text, amount: kopecks(debt - explained) }];
}

/** Sums for one, two and three months beyond the day on which the money ends; alike ones once. */
export function suggestions(forecast: Forecast, limits: Limits): Suggestion[] {
  const paidUp = forecastAfter(forecast, forecast.debt);
  const uncovered = uncoveredCharge(paidUp);
  if (!uncovered) return [];
  const known = new Set<Kopecks>();
  const suggested: Suggestion[] = [];
  for (const months of SUGGESTED_MONTHS) {
    const exact = forecast.debt + sumOf(monthParts(paidUp, uncovered, months));
    const amount = within(exact, limits);
    if (exact > limits.largest || known.has(amount)) continue;
    known.add(amount);
    suggested.push({ months, amount, lastsUntil: forecastAfter(forecast, amount).lastsUntil });
  }
  return suggested;
}
