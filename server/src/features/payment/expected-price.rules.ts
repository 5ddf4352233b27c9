import { addMonths, daysBetween, type Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import { forecastAfter, type Forecast, type SumPart, type UpcomingCharge } from '#domain/forecast/forecast.rules.ts';
import { dayText, rubles } from '#domain/text/text.rules.ts';

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
 * What to pay so that everything works on (domain.md, 4): the debt where services are switched off for it, otherwise what
 * the first uncovered charge lacks; whole roubles within the limits. `pastCharges` explain a debt.
 */
export function expectedPrice(forecast: Forecast, pastCharges: readonly PastCharge[], limits: Limits): Price {
  const uncovered = forecast.upcoming.find((charge) => charge.missing > 0);
  if (forecast.debt > 0) return priceOf(forecast.debt, debtParts(forecast.debt, pastCharges), limits);
  if (uncovered) return priceOf(uncovered.missing, chargeParts(forecast, uncovered), limits);
  return priceOf(0, [], limits);
}

/** The exact sum brought to whole roubles and the limits; what that adds is a part, too. */
function priceOf(exact: number, parts: readonly SumPart[], limits: Limits): Price {
  const amount = within(exact, limits);
  const added = kopecks(amount - exact);
  if (added === 0) return { amount, parts };
  return { amount, parts: [...parts, { text: addedText(amount, limits), amount: added }] };
}

function addedText(amount: Kopecks, { smallest, largest }: Limits): string {
  if (amount === smallest) return `До наименьшего платежа ${rubles(smallest)}`;
  if (amount === largest) return `Больше ${rubles(largest)} за раз не принимаем`;
  return 'Округление до рубля';
}

function chargeParts(
  { today, creditLimit }: Forecast,
  { day, amount, parts, balanceAfter }: UpcomingCharge,
): SumPart[] {
  const before = balanceAfter + amount;
  const when = dayText(day, today);
  return [
    ...parts,
    { text: before > 0 ? `Останется на счёте к ${when}` : `Долг к ${when}`, amount: kopecks(-before) },
    { text: 'Кредитный лимит', amount: kopecks(0 - creditLimit) },
  ].filter((part) => part.amount !== 0);
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
  if (paidUp.lastsUntil === null) return [];
  const known = new Set<Kopecks>();
  const suggested: Suggestion[] = [];
  for (const months of SUGGESTED_MONTHS) {
    const exact = forecast.debt + neededUntil(paidUp, addMonths(paidUp.lastsUntil, months));
    const amount = within(exact, limits);
    if (exact > limits.largest || known.has(amount)) continue;
    known.add(amount);
    suggested.push({ months, amount, lastsUntil: forecastAfter(forecast, amount).lastsUntil });
  }
  return suggested;
}

/**
 * What must be paid so that the money lasts up to `target`. From one uncovered charge to the next; what is charged by the
 * day all the time is jumped over, so that a month takes a few steps and not thirty.
 */
function neededUntil(forecast: Forecast, target: Day): number {
  const daily = forecast.fees
    .filter(({ unit, from, until }) => unit === 'day' && from === null && until === null)
    .reduce((sum, fee) => sum + fee.amount, 0);
  let needed = 0;
  for (let reached = forecast; reached.lastsUntil !== null && reached.lastsUntil < target;) {
    const missing = reached.upcoming.at(-1)?.missing ?? 0;
    needed += missing + daily * (daysBetween(reached.lastsUntil, target) - 1);
    reached = forecastAfter(forecast, kopecks(needed));
  }
  return needed;
}
