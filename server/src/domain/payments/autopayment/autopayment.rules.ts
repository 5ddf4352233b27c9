import { hourOf } from '@kabinet/contract/kernel/zone';
import { addDays, addMonths, dayIn, periodOf, type Day, type Period } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import { forecastAfter, type Forecast } from '#domain/billing/forecast/forecast.rules.ts';
import type { Limits } from '../payment/payment.rules.ts';

/** What the client has agreed to. */
export interface Rule {
  /** Charged when the money lasts for fewer days than these. */
  readonly days: number;
  /** The most that is taken in a calendar month. */
  readonly ceiling: Kopecks;
}

/** A sum that will be missing, and when it is taken. */
export interface Need {
  /** The day of the first charge that is not covered; today for services that are switched off for debt. */
  readonly dueDay: Day;
  /** Without this the charge of that day is not covered: less would help nobody. */
  readonly least: Kopecks;
  /** With this the money lasts for a month from that day, or the debt is paid. */
  readonly amount: Kopecks;
  /** Whether it is a debt already. */
  readonly isDebt: boolean;
}

export const DAYS_OFFERED = [1, 3, 7] as const;
export const MOST_TRIES = 3;

const ROUBLE = 100;
const CEILING_STEP = 500 * ROUBLE;
const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** Nobody's phone rings at night because of us: the bank is asked between these hours of the provider's zone. */
const [FIRST_HOUR, LAST_HOUR] = [10, 21] as const;

const upTo = (amount: number, step: number): Kopecks => kopecks(Math.ceil(amount / step) * step);

/** Ceilings to choose from: a month with something to spare, and more. */
export function ceilingsFor(monthly: Kopecks, { largest }: Limits): Kopecks[] {
  const first = Math.max(upTo(monthly * 1.1, CEILING_STEP), 2 * CEILING_STEP);
  return [first, first + CEILING_STEP, first * 2].filter((ceiling) => ceiling <= largest).map(kopecks);
}

/** What will be missing; nothing when nothing will be in sight. */
export function needOf(forecast: Forecast): Need | undefined {
  const { lastsUntil: dueDay, debt } = forecast;
  if (dueDay === null) return undefined;
  if (forecast.blocked) return debt > 0 ? { dueDay, least: debt, amount: upTo(debt, ROUBLE), isDebt: true } : undefined;
  const least = missingIn(forecast);
  return { dueDay, least, amount: monthFrom(forecast, dueDay, least), isDebt: false };
}

const missingIn = ({ upcoming }: Forecast): Kopecks => upcoming.at(-1)?.missing ?? kopecks(0);

/** Pays one uncovered charge after the other until the money lasts for a month from the day; whole roubles. */
function monthFrom(forecast: Forecast, from: Day, least: Kopecks): Kopecks {
  const enough = addMonths(from, 1);
  let amount = upTo(least, ROUBLE);
  for (;;) {
    const after = forecastAfter(forecast, amount);
    if (after.lastsUntil === null || after.lastsUntil >= enough) return amount;
    amount = upTo(amount + missingIn(after), ROUBLE);
  }
}

/** Whether the day on which the bank is asked has come. */
export const isTime = ({ dueDay }: Pick<Need, 'dueDay'>, { days }: Rule, today: Day): boolean =>
  addDays(dueDay, -days) <= today;

/** Whether the client must be told by now: a day before the bank is asked. */
export const isNoticeTime = (need: Pick<Need, 'dueDay'>, rule: Rule, today: Day): boolean =>
  isTime(need, rule, addDays(today, 1));

/** When the bank is asked: on the day of the rule, a whole day after the notice, by daylight. */
export function chargeMoment({ dueDay }: Pick<Need, 'dueDay'>, { days }: Rule, noticed: Date, zone: string): Date {
  const wanted = hourOf(addDays(dueDay, -days), FIRST_HOUR, zone);
  return byDaylight(new Date(Math.max(wanted.getTime(), noticed.getTime() + DAY_MS)), zone);
}

/** When the bank is asked again after a refusal: a day later, by daylight. */
export const nextTry = (refused: Date, zone: string): Date => byDaylight(new Date(refused.getTime() + DAY_MS), zone);

function byDaylight(moment: Date, zone: string): Date {
  const day = dayIn(zone, moment);
  const [first, last] = [hourOf(day, FIRST_HOUR, zone), hourOf(day, LAST_HOUR, zone)];
  if (moment < first) return first;
  return moment > last ? hourOf(addDays(day, 1), FIRST_HOUR, zone) : moment;
}

/** What is taken for a need: never more than was told, than the ceiling leaves, than one payment may be. */
export type Sum =
  { readonly kind: 'take'; readonly amount: Kopecks } | { readonly kind: 'beyond'; readonly left: Kopecks };

export function sumFor(need: Need, left: Kopecks, { smallest, largest }: Limits, told = need.amount): Sum {
  const amount = kopecks(Math.min(Math.max(need.amount, smallest), left, largest, Math.max(told, smallest)));
  if (amount < need.least || amount < smallest) return { kind: 'beyond', left };
  return { kind: 'take', amount };
}

/** What the ceiling leaves for a month in which so much has been taken. */
export const leftOf = ({ ceiling }: Rule, spent: Kopecks): Kopecks => kopecks(Math.max(0, ceiling - spent));

/** The month whose charges a due is of: the one that would not be covered. */
export const periodOfDue = ({ dueDay }: Pick<Need, 'dueDay'>): Period => periodOf(dueDay);
