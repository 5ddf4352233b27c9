import { addDays, daysBetween, type Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import { plural } from '#server/domain/shared/text.rules.ts';
import { amountOn, isOn, type Fee } from '../fee/fee.rules.ts';
import { billingHorizon, lastChargedDay, type Billing } from './billing-horizon.rules.ts';

/** All data that the forecast of an account is computed from. */
export interface ForecastBasis extends Billing {
  readonly balance: Kopecks;
  /** How far below zero the account may go. */
  readonly creditLimit: Kopecks;
  /** Whether services are switched off for debt: then nothing is charged until the debt is paid. */
  readonly blocked: boolean;
  /** Charged on the day on which the debt is paid. */
  readonly dueOnReturn: readonly SumPart[];
  /** Fees of all services, including those that return when the debt is paid. */
  readonly fees: readonly Fee[];
}

export interface SumPart {
  readonly text: string;
  readonly amount: Kopecks;
}

export interface UpcomingCharge {
  readonly day: Day;
  readonly amount: Kopecks;
  /** At most `MOST_PARTS` lines, the largest first; the last sums up the rest. */
  readonly parts: readonly SumPart[];
  readonly balanceAfter: Kopecks;
  /** Kopecks missing for this charge; 0 if it is covered. */
  readonly missing: Kopecks;
}

export interface Forecast extends ForecastBasis {
  /**
   * The next charges by day, up to and including the first uncovered one, at most thirteen months ahead. Of daily
   * charges only the nearest, those on the day of a monthly charge, and the first uncovered one are listed.
   */
  readonly upcoming: readonly UpcomingCharge[];
  /** The day of the first uncovered charge; today when blocked; null if there is none within the horizon. */
  readonly lastsUntil: Day | null;
  /** Days from today to `lastsUntil`. */
  readonly daysLeft: number | null;
  /** The payment that restores what was switched off for debt; 0 if nothing was. */
  readonly debt: Kopecks;
}

export const MOST_PARTS = 12;

const ZERO = kopecks(0);

export function forecastFrom(basis: ForecastBasis): Forecast {
  if (basis.blocked) {
    const debt = kopecks(Math.max(0, sumOf(basis.dueOnReturn) - basis.balance - basis.creditLimit));
    return { ...basis, upcoming: [], lastsUntil: basis.today, daysLeft: 0, debt };
  }
  const upcoming = chargesAhead(basis);
  const last = upcoming.at(-1);
  const lastsUntil = last && last.missing > 0 ? last.day : null;
  const daysLeft = lastsUntil && daysBetween(basis.today, lastsUntil);
  return { ...basis, upcoming, lastsUntil, daysLeft, debt: ZERO };
}

/** The forecast after a payment: a debt paid in full restores the services and their fees. */
export function forecastAfter(forecast: ForecastBasis, payment: Kopecks): Forecast {
  const basis = basisOf({ ...forecast, balance: kopecks(forecast.balance + payment) });
  const due = sumOf(basis.dueOnReturn);
  const isBack = basis.blocked && basis.balance + basis.creditLimit >= due;
  if (!isBack) return forecastFrom(basis);
  return forecastFrom({ ...basis, blocked: false, balance: kopecks(basis.balance - due), dueOnReturn: [] });
}

const basisOf = ({
  today,
  chargedTo: to,
  creditLimit,
  billingDay,
  fees,
  balance,
  blocked,
  dueOnReturn,
}: ForecastBasis): ForecastBasis => ({
  today,
  ...(to !== undefined && { chargedTo: to }),
  creditLimit,
  billingDay,
  fees,
  balance,
  blocked,
  dueOnReturn,
});

/**
 * Steps from one significant day to the next. Between them the daily charge is constant, so a division gives the number
 * of covered days: even a year of days costs nothing.
 */
function chargesAhead(basis: ForecastBasis): UpcomingCharge[] {
  const listed = new Set(listedDays(basis));
  const charges: UpcomingCharge[] = [];
  let { balance } = basis;
  let last = lastChargedDay(basis);
  for (const day of daysThatMatter(basis, listed)) {
    const run = runOfDays(basis, balance, last, day);
    const charge = chargeOn(basis, run.end, kopecks(balance - run.charged));
    if (charge.missing > 0 || (charge.amount !== 0 && listed.has(day))) charges.push(charge);
    if (charge.missing > 0) break;
    balance = charge.balanceAfter;
    last = day;
  }
  return charges;
}

/** Daily charges between two days, and where they end: at `day`, or earlier when the money runs out. */
function runOfDays(basis: ForecastBasis, balance: Kopecks, last: Day, day: Day): { end: Day; charged: number } {
  const daily = dailyOn(basis, addDays(last, 1));
  if (daily === 0) return { end: day, charged: 0 };
  const affordable = Math.max(0, Math.floor((balance + basis.creditLimit) / daily));
  const between = Math.min(affordable, daysBetween(last, day) - 1);
  return { end: addDays(last, between + 1), charged: daily * between };
}

/** The sum of daily fees on a day. */
const dailyOn = ({ fees }: ForecastBasis, day: Day): number =>
  fees.reduce((sum, fee) => (fee.unit === 'day' && isOn(fee, day) ? sum + fee.amount : sum), 0);

const horizonOf = (billing: Billing) => billingHorizon(lastChargedDay(billing), billing.billingDay);

/** Lines charged and given back on a day. */
export function chargedOn({ fees, ...billing }: Pick<ForecastBasis, 'fees'> & Billing, day: Day): SumPart[] {
  const { billingDay } = billing;
  const isBilling = horizonOf(billing).billingDays.has(day);
  return fees
    .map((fee) => ({ text: fee.text, amount: amountOn(fee, day, billingDay, isBilling) }))
    .filter(({ amount }) => amount !== 0);
}

function chargeOn(basis: ForecastBasis, day: Day, balance: Kopecks): UpcomingCharge {
  const lines = chargedOn(basis, day);
  const amount = sumOf(lines);
  const balanceAfter = kopecks(balance - amount);
  const missing = amount <= 0 ? ZERO : kopecks(Math.max(0, 0 - basis.creditLimit - balanceAfter));
  return { day, amount, parts: partsOf(lines), balanceAfter, missing };
}

/** The sum of each fee from one day up to another, without the last; the largest first. */
export function chargedBetween({ fees, ...basis }: ForecastBasis, from: Day, to: Day): SumPart[] {
  const { billingDay } = basis;
  const { billingDays } = horizonOf(basis);
  const parts = fees.map((fee) => (fee.unit === 'day' ? byDay(fee, from, to) : byMonth(fee, from, to)));
  return parts.filter(({ amount }) => amount !== 0).sort(largestFirst);

  function byMonth(fee: Fee, begin: Day, end: Day): SumPart {
    const days = new Set([...billingDays, ...(fee.from === null ? [] : [fee.from])]);
    const amounts = [...days]
      .filter((day) => begin <= day && day < end)
      .map((day) => amountOn(fee, day, billingDay, billingDays.has(day)));
    return { text: fee.text, amount: kopecks(amounts.reduce((sum, amount) => sum + amount, 0)) };
  }
}

/** The balance on a day after all charges up to and including it. */
export function balanceOn(forecast: ForecastBasis, day: Day): Kopecks {
  const charged = chargedBetween(forecast, addDays(lastChargedDay(forecast), 1), addDays(day, 1));
  return kopecks(forecast.balance - sumOf(charged));
}

function byDay({ text, amount, from, until }: Fee, first: Day, end: Day): SumPart {
  const begin = from !== null && from > first ? from : first;
  const days = Math.max(0, daysBetween(begin, until !== null && until < end ? until : end));
  return { text: `${text}, ${plural(days, ['день', 'дня', 'дней'])}`, amount: kopecks(amount * days) };
}

/**
 * The nearest charge, from a day on, of some fees of the account, such as those of one service; null if there is none.
 */
export function nextChargeOf(
  forecast: ForecastBasis,
  fees: readonly Fee[],
  since: Day = lastChargedDay(forecast),
): { day: Day; amount: Kopecks } | null {
  if (forecast.blocked || fees.length === 0) return null;
  const own = { ...forecast, fees };
  const days = [...(since > lastChargedDay(forecast) ? [since] : []), ...daysThatMatter(own, new Set(listedDays(own)))];
  for (const matters of days) {
    // If something is given back on a day, its daily charge begins on the next.
    for (const day of [matters, addDays(matters, 1)].filter((one) => one >= since)) {
      const amount = sumOf(chargedOn(own, day));
      if (amount > 0) return { day, amount };
    }
  }
  return null;
}

/** The first day of a daily charge, the billing days within the horizon, and days of a first or one-time charge. */
function listedDays({ fees, ...basis }: ForecastBasis): Day[] {
  const today = lastChargedDay(basis);
  const { tomorrow, billingDays, end } = horizonOf(basis);
  const days = new Set<Day>();
  const firstDaily = firstDayOfDaily(fees, tomorrow);
  if (firstDaily === tomorrow) days.add(tomorrow);
  if (fees.some((fee) => fee.unit === 'month')) for (const day of billingDays) days.add(day);
  const inOrder = days.size;
  for (const first of [...firstDays(fees), firstDaily]) if (first > today && first <= end) days.add(first);
  return days.size === inOrder ? [...days] : [...days].sort();
}

/** A day after any horizon. */
const NEVER = '9999-12-31' as Day;

/** The earliest day of a fee by the day. */
const firstDayOfDaily = (fees: readonly Fee[], tomorrow: Day): Day =>
  fees
    .filter(({ unit, until }) => unit === 'day' && (until === null || until > tomorrow))
    .map(({ from }) => (from !== null && from > tomorrow ? from : tomorrow))
    .reduce((first, day) => (day < first ? day : first), NEVER);

const firstDays = (fees: readonly Fee[]): Day[] =>
  fees.map(({ unit, from }) => (unit === 'day' ? null : from)).filter((from) => from !== null);

/** The listed days, the days on which a daily charge begins or ends, and the last day of the horizon. */
function daysThatMatter({ fees, ...basis }: ForecastBasis, listed: ReadonlySet<Day>): Day[] {
  const daily = fees.filter((fee) => fee.unit === 'day');
  if (daily.length === 0) return [...listed];
  const today = lastChargedDay(basis);
  const { end } = horizonOf(basis);
  const turns = daily.flatMap((fee) => [fee.from, fee.until]).filter((day) => day !== null);
  const within = turns.filter((day) => day > today && day < end);
  return [...new Set([...listed, ...within, end])].sort();
}

/** The largest sums one by one, the rest in one line. */
function partsOf(lines: readonly SumPart[]): SumPart[] {
  const parts = lines.toSorted(largestFirst);
  if (parts.length <= MOST_PARTS) return parts;
  const rest = parts.splice(MOST_PARTS - 1);
  return [
    ...parts,
    { text: `Ещё ${plural(rest.length, ['начисление', 'начисления', 'начислений'])}`, amount: sumOf(rest) },
  ];
}

/** Equal sums are ordered by text, so that the list is stable. */
const largestFirst = (a: SumPart, b: SumPart) => b.amount - a.amount || (a.text < b.text ? -1 : 1);

/** Merges identical fees of several services: two boxes of one plan become «ТВ «Домашний» × 2». */
export function summedUp(fees: readonly Fee[]): Fee[] {
  const groups = Map.groupBy(fees, ({ text, amount, unit, from, until }) =>
    [text, amount, unit, from, until].join('|'),
  );
  return [...groups.values()].flatMap(([fee, ...others]) => {
    if (fee === undefined || others.length === 0) return fee ?? [];
    const text = `${fee.text}\u00a0×\u00a0${others.length + 1}`;
    return { ...fee, text, amount: sumOf([fee, ...others]), times: others.length + 1 };
  });
}

const sumOf = (parts: readonly SumPart[]): Kopecks => kopecks(parts.reduce((sum, part) => sum + part.amount, 0));
