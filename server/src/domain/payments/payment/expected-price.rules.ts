import { addMonths, daysBetween, type Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import {
  chargedBetween,
  forecastAfter,
  type Forecast,
  type SumPart,
  type UpcomingCharge,
} from '#server/domain/billing/forecast/forecast.rules.ts';
import { feeText, isPaid, monthlyOf, type Price as Sold } from '#server/domain/billing/forecast/price.rules.ts';
import { payableSum, type PaymentLimits } from '#server/domain/payments/payment/payment.rules.ts';
import { dayText, rubles } from '#server/domain/shared/text.rules.ts';

/** A past charge that is part of a debt. */
export interface PastCharge extends SumPart {
  readonly day: Day;
}

interface Price {
  readonly amount: Kopecks;
  /** Their sum is the amount. */
  readonly parts: readonly SumPart[];
}

interface Suggestion {
  readonly months: number;
  readonly amount: Kopecks;
  readonly lastsUntil: Day | null;
}

const SUGGESTED_MONTHS = [1, 2, 3] as const;

/**
 * What to pay so that everything works through the next period (domain.md, 4): the debt if services are off for it,
 * otherwise what is missing for a month from the first uncovered charge; whole roubles within the limits. `pastCharges`
 * explain a debt.
 */
export function expectedPrice(forecast: Forecast, pastCharges: readonly PastCharge[], limits: PaymentLimits): Price {
  if (forecast.debt > 0) return priceOf(debtParts(forecast, pastCharges), limits);
  const uncovered = uncoveredCharge(forecast);
  return priceOf(uncovered ? monthParts(forecast, uncovered) : [], limits);
}

const uncoveredCharge = ({ upcoming }: Forecast) => upcoming.find((charge) => charge.missing > 0);

/** Rounds the exact sum to whole roubles within the limits; the difference is a part, too. */
function priceOf(parts: readonly SumPart[], limits: PaymentLimits): Price {
  const exact = sumOf(parts);
  const amount = payableSum(exact, limits);
  const added = kopecks(amount - exact);
  if (added === 0) return { amount, parts };
  return { amount, parts: [...parts, { text: addedText(amount, limits), amount: added }] };
}

const sumOf = (parts: readonly SumPart[]): number => parts.reduce((sum, part) => sum + part.amount, 0);

function addedText(amount: Kopecks, { smallest, largest }: PaymentLimits): string {
  if (amount === smallest) return `До наименьшего платежа ${rubles(smallest)}`;
  if (amount === largest) return `Больше ${rubles(largest)} за раз не принимаем`;
  return 'Округление до рубля';
}

/** The charges of `months` from the uncovered one on, minus the money available for them. */
function monthParts(forecast: Forecast, uncovered: UpcomingCharge, months = 1): SumPart[] {
  const { day, balanceAfter, amount } = uncovered;
  const before = balanceAfter + amount;
  const when = dayText(day, forecast.today);
  return [
    ...chargedBetween(forecast, day, addMonths(day, months)),
    { text: before > 0 ? `Останется на счёте к ${when}` : `Долг к ${when}`, amount: kopecks(-before) },
    { text: 'Кредитный лимит', amount: kopecks(0 - forecast.creditLimit) },
  ].filter((part) => part.amount !== 0);
}

/**
 * What is due on the day of return, and the balance: a positive one is subtracted, a negative one is explained by its
 * charges.
 */
function debtParts({ dueOnReturn, balance, creditLimit }: Forecast, pastCharges: readonly PastCharge[]): SumPart[] {
  const owed = balance < 0 ? pastParts(kopecks(0 - balance), pastCharges) : [];
  const there = { text: 'Есть на счёте', amount: kopecks(0 - Math.max(0, balance)) };
  const limit = { text: 'Кредитный лимит', amount: kopecks(0 - creditLimit) };
  return [...dueOnReturn, ...owed, ...[there, limit].filter(({ amount }) => amount !== 0)];
}

/** The latest charges behind a negative balance; the balance before them makes up the difference. */
function pastParts(owed: Kopecks, pastCharges: readonly PastCharge[]): SumPart[] {
  const parts: SumPart[] = [];
  let explained = 0;
  for (const { text, amount } of pastCharges) {
    if (explained >= owed) break;
    const last = parts.find((part) => part.text === text);
    if (last) parts[parts.indexOf(last)] = { text, amount: kopecks(last.amount + amount) };
    else parts.push({ text, amount });
    explained += amount;
  }
  if (explained === owed) return parts;
  const text = explained > owed ? 'Было на счёте' : 'Долг за прежние месяцы';
  return [...parts, { text, amount: kopecks(owed - explained) }];
}

interface MonthBasis extends Pick<Forecast, 'balance' | 'today'> {
  readonly prices: readonly Sold[];
}

/**
 * Beside another billing, whose days of charging are not known: a month of all that works by the prices here, less the money there is if it
 * is not enough for one.
 */
export function usualMonth(
  { prices, balance, today }: MonthBasis,
  limits: PaymentLimits,
): Price & { suggested: Suggestion[] } {
  const sold = prices
    .filter(isPaid)
    .map((price) => ({ text: feeText(price), amount: monthlyOf([price], today) }))
    .filter(({ amount }) => amount > 0);
  const month = sumOf(sold);
  const there =
    balance < month && balance !== 0
      ? [{ text: balance > 0 ? 'Есть на счёте' : 'Долг', amount: kopecks(0 - balance) }]
      : [];
  const price = priceOf(month > 0 ? [...sold, ...there] : there, limits);
  const suggested = SUGGESTED_MONTHS.map((months) => ({
    months,
    amount: payableSum(sumOf(price.parts) + month * (months - 1), limits),
    lastsUntil: null,
  }));
  return { ...price, suggested: month > 0 ? suggested.filter(({ amount }) => amount <= limits.largest) : [] };
}

/** A payment, and the day until which the money then lasts. */
interface Stop {
  readonly day: Day;
  readonly amount: Kopecks;
}

/** How many days ahead a payment is offered by its day: three suggested months that begin at most a month and a half from now. */
const REACH_DAYS = 140;

/**
 * The days until which a payment can make the money last, each with the least sum in whole roubles. With monthly charges these
 * are the billing days; with daily charges, every day.
 */
export function reachOf(forecast: Forecast, limits: PaymentLimits): Stop[] {
  const stops: Stop[] = [];
  for (let next = nextStop(forecast, kopecks(0), limits); next; next = nextStop(forecast, next.amount, limits)) {
    stops.push(next);
  }
  return stops;
}

/** The least payment that lasts longer than `paid` does, and until when; undefined beyond the limits and the reach. */
function nextStop(forecast: Forecast, paid: Kopecks, limits: PaymentLimits): Stop | undefined {
  const before = forecastAfter(forecast, paid);
  const missing = before.debt > 0 ? before.debt : (uncoveredCharge(before)?.missing ?? 0);
  const wanted = kopecks(paid + missing);
  if (missing === 0 || wanted > limits.largest) return undefined;
  const amount = payableSum(wanted, limits);
  const { lastsUntil: day } = forecastAfter(forecast, amount);
  const isWithin = day !== null && daysBetween(forecast.today, day) <= REACH_DAYS;
  return isWithin ? { day, amount } : undefined;
}

/** Sums for one, two and three months beyond the day on which the money ends; equal ones once. */
export function suggestions(forecast: Forecast, limits: PaymentLimits): Suggestion[] {
  const paidUp = forecastAfter(forecast, forecast.debt);
  const uncovered = uncoveredCharge(paidUp);
  if (!uncovered) return [];
  const known = new Set<Kopecks>();
  const suggested: Suggestion[] = [];
  for (const months of SUGGESTED_MONTHS) {
    const exact = forecast.debt + sumOf(monthParts(paidUp, uncovered, months));
    const amount = payableSum(exact, limits);
    if (exact > limits.largest || known.has(amount)) continue;
    known.add(amount);
    suggested.push({ months, amount, lastsUntil: forecastAfter(forecast, amount).lastsUntil });
  }
  return suggested;
}
