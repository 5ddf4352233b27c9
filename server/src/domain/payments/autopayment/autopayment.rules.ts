import { hourStart } from '@kabinet/contract/kernel/zone';
import { addDays, addMonths, dayIn, periodOf, type Day, type Period } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import { forecastAfter, type Forecast } from '#server/domain/billing/forecast/forecast.rules.ts';
import type { PaymentLimits } from '../payment/payment.rules.ts';

/** The rule that the client has agreed to. */
export interface AutopaymentRule {
  /** Charge when the money lasts for fewer days than these. */
  readonly days: number;
  /** Maximum charged per calendar month. */
  readonly ceiling: Kopecks;
}

/** A sum that will be missing, and when it is charged. */
export interface AutopaymentNeed {
  /** The day of the first uncovered charge; today for services that are switched off for debt. */
  readonly dueDay: Day;
  /** The minimum that covers the charge of that day; less would not help. */
  readonly least: Kopecks;
  /** The sum with which the money lasts for a month from that day, or the debt is paid. */
  readonly amount: Kopecks;
  /** Whether the account is already in debt. */
  readonly isDebt: boolean;
}

export const DAYS_OFFERED = [1, 3, 7] as const;
export const MOST_CHARGE_TRIES = 3;

const ROUBLE = 100;
const CEILING_STEP = 500 * ROUBLE;
const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** The bank is asked between these hours of the provider's zone, so that its messages wake nobody at night. */
const [FIRST_HOUR, LAST_HOUR] = [10, 21] as const;

const upTo = (amount: number, step: number): Kopecks => kopecks(Math.ceil(amount / step) * step);

/** Ceilings to choose from: a month with a reserve, and more. */
export function ceilingsFor(monthly: Kopecks, { largest }: PaymentLimits): Kopecks[] {
  const first = Math.max(upTo(monthly * 1.1, CEILING_STEP), 2 * CEILING_STEP);
  return [first, first + CEILING_STEP, first * 2].filter((ceiling) => ceiling <= largest).map(kopecks);
}

/** What will be missing; undefined if nothing is, within the horizon. */
export function needOf(forecast: Forecast): AutopaymentNeed | undefined {
  const { lastsUntil: dueDay, debt } = forecast;
  if (dueDay === null) return undefined;
  if (forecast.blocked) return debt > 0 ? { dueDay, least: debt, amount: upTo(debt, ROUBLE), isDebt: true } : undefined;
  const least = missingIn(forecast);
  return { dueDay, least, amount: monthFrom(forecast, dueDay, least), isDebt: false };
}

const missingIn = ({ upcoming }: Forecast): Kopecks => upcoming.at(-1)?.missing ?? kopecks(0);

/** Adds uncovered charges one by one until the money lasts for a month from the day; whole roubles. */
function monthFrom(forecast: Forecast, from: Day, least: Kopecks): Kopecks {
  const enough = addMonths(from, 1);
  let amount = upTo(least, ROUBLE);
  for (;;) {
    const after = forecastAfter(forecast, amount);
    if (after.lastsUntil === null || after.lastsUntil >= enough) return amount;
    amount = upTo(amount + missingIn(after), ROUBLE);
  }
}

/** Whether the day to ask the bank has come. */
export const isTime = ({ dueDay }: Pick<AutopaymentNeed, 'dueDay'>, { days }: AutopaymentRule, today: Day): boolean =>
  addDays(dueDay, -days) <= today;

/** Whether the client must be told now: a day before the bank is asked. */
export const isNoticeTime = (need: Pick<AutopaymentNeed, 'dueDay'>, rule: AutopaymentRule, today: Day): boolean =>
  isTime(need, rule, addDays(today, 1));

/** When to ask the bank: on the day of the rule, at least a whole day after the notice, by day. */
export function chargeMoment(
  { dueDay }: Pick<AutopaymentNeed, 'dueDay'>,
  { days }: AutopaymentRule,
  noticed: Date,
  zone: string,
): Date {
  const wanted = hourStart(addDays(dueDay, -days), FIRST_HOUR, zone);
  return byDaylight(new Date(Math.max(wanted.getTime(), noticed.getTime() + DAY_MS)), zone);
}

/** When to ask the bank again after a refusal: a day later, by day. */
export const nextTry = (refused: Date, zone: string): Date => byDaylight(new Date(refused.getTime() + DAY_MS), zone);

/** Whether the bank may be asked now: what is due in the last hour is begun by the run after it. */
export function isDaylight(now: Date, zone: string): boolean {
  const day = dayIn(zone, now);
  return now >= hourStart(day, FIRST_HOUR, zone) && now < hourStart(day, LAST_HOUR + 1, zone);
}

function byDaylight(moment: Date, zone: string): Date {
  const day = dayIn(zone, moment);
  const [first, last] = [hourStart(day, FIRST_HOUR, zone), hourStart(day, LAST_HOUR, zone)];
  if (moment < first) return first;
  return moment > last ? hourStart(addDays(day, 1), FIRST_HOUR, zone) : moment;
}

/**
 * The sum to charge for a need, limited by the announced sum, the rest of the ceiling and the maximum of one payment.
 */
export type AutopaymentSum =
  | { readonly kind: 'take'; readonly amount: Kopecks }
  | { readonly kind: 'beyond'; readonly left: Kopecks };

export function sumFor(
  need: AutopaymentNeed,
  left: Kopecks,
  { smallest, largest }: PaymentLimits,
  told = need.amount,
): AutopaymentSum {
  const amount = kopecks(Math.min(Math.max(need.amount, smallest), left, largest, Math.max(told, smallest)));
  if (amount < need.least || amount < smallest) return { kind: 'beyond', left };
  return { kind: 'take', amount };
}

/**
 * The same when the time of a charge has come, for no more than was told. What has been added since, as by calls, is told and taken
 * next, if the ceiling has room for both; a part of a debt would switch nothing on.
 */
export function sumAtTime(need: AutopaymentNeed, left: Kopecks, limits: PaymentLimits, told: Kopecks): AutopaymentSum {
  const sum = sumFor(need, left, limits, told);
  const isPart = sum.kind === 'beyond' && !need.isDebt && told >= limits.smallest;
  return isPart && sumFor(need, left, limits).kind === 'take' ? { kind: 'take', amount: told } : sum;
}

/** What is left of the ceiling in a month with so much charged. */
export const ceilingLeftOf = ({ ceiling }: AutopaymentRule, spent: Kopecks): Kopecks =>
  kopecks(Math.max(0, ceiling - spent));

/** The month of a due: that of the uncovered charge. */
export const periodOfDue = ({ dueDay }: Pick<AutopaymentNeed, 'dueDay'>): Period => periodOf(dueDay);
