import { addDays, type Day } from '@kabinet/contract/kernel/day';
import { kopecks, type Kopecks } from '@kabinet/contract/kernel/money';
import { lastChargedDay } from '#server/domain/billing/forecast/billing-horizon.rules.ts';
import {
  chargedBetween,
  type Forecast,
  type SumPart,
  type UpcomingCharge,
} from '#server/domain/billing/forecast/forecast.rules.ts';
import { rubles } from '#server/domain/shared/text.rules.ts';
import { entryOf, type CalendarEntry } from './entry.rules.ts';

/** An announced charge of the autopayment. The forecast includes it already; the account holds this sum less until its day. */
export interface AnnouncedCharge {
  readonly day: Day;
  readonly amount: Kopecks;
}

/** The expected money of an account; `forecast` already includes the announced sum. */
export interface AccountOutlook {
  readonly forecast: Forecast & { readonly kind: CalendarEntry['p'] };
  readonly coming: AnnouncedCharge | null;
  readonly until: Day;
}

/** The charges of an account by day; the daily charges between two of them form one entry. */
export function chargeEntries(ahead: AccountOutlook): CalendarEntry[] {
  const { forecast, until } = ahead;
  const entries: CalendarEntry[] = [];
  let [last, balance] = [lastChargedDay(forecast), forecast.balance];
  for (const charge of forecast.upcoming.filter(({ day }) => day <= until)) {
    const run = runOf(ahead, last, charge.day, balance);
    entries.push(...run, chargeEntry(ahead, charge));
    [last, balance] = [charge.day, charge.balanceAfter];
  }
  return [...entries, ...runOf(ahead, last, endOf(ahead), balance)];
}

/** The first day beyond the calendar, or without money. */
function endOf({ forecast: { lastsUntil }, until }: AccountOutlook): Day {
  const after = addDays(until, 1);
  return lastsUntil !== null && lastsUntil < after ? lastsUntil : after;
}

const sumOf = (parts: readonly SumPart[]): number => parts.reduce((sum, { amount }) => sum + amount, 0);

/** The actual balance at the end of a day, without an announced sum that has not arrived. */
const heldOn = (coming: AnnouncedCharge | null, day: Day, balance: Kopecks): Kopecks =>
  coming !== null && day <= coming.day ? kopecks(balance - coming.amount) : balance;

function runOf({ forecast, coming }: AccountOutlook, last: Day, next: Day, balance: Kopecks): CalendarEntry[] {
  const [first, end] = [addDays(last, 1), addDays(next, -1)];
  if (end < first) return [];
  const parts = chargedBetween(forecast, first, next);
  const sum = sumOf(parts);
  if (sum === 0) return [];
  return [
    entryOf({
      day: first,
      last_day: end === first ? null : end,
      kind: 'charge',
      p: forecast.kind,
      title: titleOf(parts, 'Плата по дням'),
      amount: kopecks(0 - sum),
      parts,
      balance_after: heldOn(coming, end, kopecks(balance - sum)),
    }),
  ];
}

const titleOf = ([only, ...others]: readonly SumPart[], several: string): string =>
  only && others.length === 0 ? only.text : several;

function chargeEntry(
  { forecast, coming }: AccountOutlook,
  { day, amount, parts, balanceAfter, missing }: UpcomingCharge,
): CalendarEntry {
  const isCovered = missing === 0;
  return entryOf({
    day,
    kind: 'charge',
    p: forecast.kind,
    title: titleOf(parts, amount < 0 ? 'Вернём за услуги' : 'Плата за услуги'),
    text: isCovered ? '' : `Не хватит ${rubles(missing)}: услуги отключатся`,
    amount: kopecks(0 - amount),
    parts: [...parts],
    balance_after: heldOn(coming, day, balanceAfter),
    missing: isCovered ? null : missing,
  });
}
