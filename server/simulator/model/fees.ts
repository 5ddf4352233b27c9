import { addDays, type Day } from '@kabinet/contract/kernel/day';
import { daysOfPeriod } from './calendar.ts';
import type { Account, Extra, Line, Priced } from './snapshot.ts';

/** A line of the history that charging must have written: kopecks below zero are charged, above zero given back. */
export interface Posted {
  readonly accountId: number;
  readonly what: string;
  readonly day: Day;
  readonly amount: number;
  readonly from: Day | null;
  readonly until: Day | null;
}

/** What is sold of a fee on one day. */
export interface Sold {
  readonly soldId: number;
  readonly rate: number;
  readonly unit: 'month' | 'day';
  readonly isPromo: boolean;
}

/** A fee: something that has a price on some days. */
export interface Fee {
  readonly what: string;
  readonly situation: string;
  soldOn(day: Day): Sold | undefined;
}

/** Situations of a service in which its fees are charged. */
export const RUNNING = new Set([
  'active',
  'login_locked',
  'session_stuck',
  'binding_stale',
  'schedule',
  'abuse',
  'repair',
]);

/** A part of a sum by days, to the nearest kopeck, a half up. */
export function share(sum: number, days: number, ofDays: number): number {
  const [whole, rest] = [Math.floor((sum * days) / ofDays), (sum * days) % ofDays];
  return rest * 2 >= ofDays ? whole + 1 : whole;
}

const rated = ({ soldId, price, unit, promo, promoUntil }: Priced, day: Day): Sold =>
  promo !== null && promoUntil !== null && day < promoUntil
    ? { soldId, rate: promo, unit, isPromo: true }
    : { soldId, rate: price, unit, isPromo: false };

export function lineOn(line: Line, day: Day): Sold | undefined {
  if (line.next && line.next.from <= day) return { ...line.next, rate: line.next.price, isPromo: false };
  return day < line.openedOn ? undefined : rated(line, day);
}

export const extraOn = (extra: Extra, line: Line | undefined, day: Day): Sold | undefined =>
  hasBegun(extra, day) && !hasEnded(extra, day) && !leavesWith(line, extra, day) ? rated(extra, day) : undefined;

function hasBegun({ status, since, changesOn }: Extra, day: Day): boolean {
  const from = status === 'on_pending' ? changesOn : since;
  return from === null || from <= day;
}

const hasEnded = ({ status, changesOn }: Extra, day: Day): boolean =>
  status === 'off_pending' && changesOn !== null && changesOn <= day;

/** An option goes with the plan that it belongs to. */
const leavesWith = (line: Line | undefined, { ofPlan }: Extra, day: Day): boolean =>
  ofPlan !== null && line?.next != null && ofPlan !== line.next.soldId && line.next.from <= day;

/** What a fee makes on a day: of a day, or of the days up to the next period on which it is sold alike. */
export function chargeOn(fee: Fee, account: Account, day: Day): Posted[] {
  const sold = fee.soldOn(day);
  if (!sold || sold.rate === 0) return [];
  const post = (amount: number, until: Day) => [
    { accountId: account.id, what: fee.what, day, amount: -amount, from: day, until },
  ];
  if (sold.unit === 'day') return post(sold.rate, addDays(day, 1));
  const period = daysOfPeriod(day, account.billingDay);
  const ahead = period.slice(period.indexOf(day));
  const end = ahead.findIndex((one) => !isAlike(fee.soldOn(one), sold));
  const days = end < 0 ? ahead.length : end;
  return post(share(sold.rate, days, period.length), addDays(day, days));
}

const isAlike = (one: Sold | undefined, other: Sold): boolean =>
  one?.soldId === other.soldId && one.isPromo === other.isPromo && one.unit === other.unit;
