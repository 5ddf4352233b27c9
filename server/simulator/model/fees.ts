import { addDays, daysBetween, type Day } from '@kabinet/contract/kernel/day';
import { daysOfPeriod } from './calendar.ts';
import type { Covered } from './memory.ts';
import type { Account, Extra, Line, Priced, Snapshot } from './snapshot.ts';

/** A ledger line that charging must have written, in kopecks: negative is charged, positive is given back. */
export interface Posted {
  readonly accountId: number;
  readonly what: string;
  readonly day: Day;
  readonly amount: number;
  readonly from: Day | null;
  readonly until: Day | null;
}

/** The price of a fee on one day. */
interface Sold {
  readonly soldId: number;
  readonly rate: number;
  readonly unit: 'month' | 'day';
  readonly isPromo: boolean;
}

/** Something that has a price on some days. */
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

/** A share of a sum by days, to the nearest kopeck, half up. */
function share(sum: number, days: number, ofDays: number): number {
  const [whole, rest] = [Math.floor((sum * days) / ofDays), (sum * days) % ofDays];
  return rest * 2 >= ofDays ? whole + 1 : whole;
}

const rated = ({ soldId, price, unit, promo, promoUntil }: Priced, day: Day): Sold =>
  promo !== null && promoUntil !== null && day < promoUntil
    ? { soldId, rate: promo, unit, isPromo: true }
    : { soldId, rate: price, unit, isPromo: false };

function lineOn(line: Line, day: Day): Sold | undefined {
  if (isSuspended(line, day)) return undefined;
  if (line.next && line.next.from <= day) return { ...line.next, rate: line.next.price, isPromo: false };
  return day < line.openedOn ? undefined : rated(line, day);
}

/** Whether the day falls into a planned suspension; an active one shows as a paused service. */
const isSuspended = ({ suspensions }: Line, day: Day): boolean =>
  suspensions.some(({ state, from, until }) => state === 'planned' && from <= day && day < until);

/** The price of a day of a suspension. */
function suspensionOn({ suspensions }: Line, day: Day): Sold | undefined {
  const one = suspensions.find(
    ({ state, paid }) => state !== 'ended' && paid.some(({ from, until }) => from <= day && day < until),
  );
  return one && { soldId: 0, rate: one.dayPrice, unit: 'day', isPromo: false };
}

const extraOn = (extra: Extra, line: Line | undefined, day: Day): Sold | undefined =>
  !(line && isSuspended(line, day)) && hasBegun(extra, day) && !hasEnded(extra, day) && !leavesWith(line, extra, day)
    ? rated(extra, day)
    : undefined;

function hasBegun({ status, since, changesOn }: Extra, day: Day): boolean {
  const from = status === 'on_pending' ? changesOn : since;
  return from === null || from <= day;
}

const hasEnded = ({ status, changesOn }: Extra, day: Day): boolean =>
  status === 'off_pending' && changesOn !== null && changesOn <= day;

/** An option ends with its plan. */
const leavesWith = (line: Line | undefined, { ofPlan }: Extra, day: Day): boolean =>
  ofPlan !== null && line?.next != null && ofPlan !== line.next.soldId && line.next.from <= day;

/** The charge of a fee on a day: for that day, or for the days up to the next period with the same price. */
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

/** All fees of an account, including waiting ones. */
export function feesOf({ lines: allLines, extras: allExtras }: Snapshot, account: Account): Fee[] {
  const lines = allLines.filter(({ accountId }) => accountId === account.id);
  const extras = allExtras.filter(
    ({ accountId, line }) => accountId === account.id && (line !== null || account.isContractActive),
  );
  return [
    ...lines.map((line) => ({
      what: line.what,
      situation: line.situation,
      soldOn: (day: Day) => lineOn(line, day),
    })),
    ...lines.map((line) => ({
      what: `${String(line.userId)}:suspension`,
      situation: 'active',
      soldOn: (day: Day) => suspensionOn(line, day),
    })),
    ...extras.map((extra) => {
      const line = lines.find(({ what }) => what === extra.line);
      return {
        what: extra.what,
        situation: line?.situation ?? 'active',
        soldOn: (day: Day) => extraOn(extra, line, day),
      };
    }),
  ];
}

export const isUsed = (fee: Fee | undefined, { soldId }: Covered, day: Day): boolean =>
  fee !== undefined && (RUNNING.has(fee.situation) || fee.situation === 'debt') && fee.soldOn(day)?.soldId === soldId;

/** Shortens the days of a charge, and gives back the price of the unused ones. */
export function shorten(account: Account, what: string, covered: Covered, day: Day): Posted[] {
  const since = covered.from > day ? covered.from : day;
  const { until } = covered;
  const kept = share(covered.amount, daysBetween(covered.from, since), daysBetween(covered.from, until));
  const amount = covered.amount - kept;
  covered.until = since;
  covered.amount = kept;
  account.balance += amount;
  return amount > 0 ? [{ accountId: account.id, what, day, amount, from: since, until }] : [];
}
