import { daysBetween, type Day } from '@kabinet/contract/kernel/day';
import { fromWireMoney, kopecks, toWireMoney, typedRubles } from '@kabinet/contract/kernel/money';
import type { PayingAccount } from './cash-data.ts';

/** A typed sum as it is sent; undefined: it is none. */
export function sumTyped(text: string): string | undefined {
  const sum = typedRubles(text);
  return sum === undefined || sum === 0 ? undefined : toWireMoney(sum);
}

/** The sum of a field: `600.00` → `600`, `571.40` → `571,40`. */
export const sumForField = (wire: string): string => wire.replace(/\.00$/, '').replace('.', ',');

/** What is given back of what was given; undefined: nothing was given, or too little. */
export function changeOf(given: string | undefined, sum: string | undefined): string | undefined {
  if (given === undefined || sum === undefined) return undefined;
  const change = fromWireMoney(given) - fromWireMoney(sum);
  return change < 0 ? undefined : toWireMoney(kopecks(change));
}

/** Whether less was given than is to be taken. */
export const isTooLittle = (given: string | undefined, sum: string | undefined): boolean =>
  given !== undefined && sum !== undefined && fromWireMoney(given) < fromWireMoney(sum);

const NOTES = [100, 500, 1000, 5000];

/** What people put on the desk for a sum: the next hundred and the next notes, without the sum itself. */
export function givenNotes(sum: string): number[] {
  const rubles = fromWireMoney(sum) / 100;
  const above = NOTES.map((note) => Math.ceil(rubles / note) * note).filter((given) => given > rubles);
  return [...new Set(above)].slice(0, 4);
}

export interface Reached {
  /** The day until which the money lasts then; null: nothing is ever charged, or it is further than anybody asks. */
  readonly day: string | null;
  /** What is still missing so that services come back; `0.00` if nothing is. */
  readonly missing: string;
}

/** What a sum brings: by the same stops that the subscriber's own payment page shows. */
export function reachedBy(
  account: Pick<PayingAccount, 'reach' | 'debt' | 'lasts_until' | 'blocked'>,
  sum: string,
): Reached {
  const paid = fromWireMoney(sum);
  const missing = toWireMoney(kopecks(Math.max(0, fromWireMoney(account.debt) - paid)));
  const stop = account.reach.findLast(({ amount }) => fromWireMoney(amount) <= paid);
  return { day: stop?.day ?? (account.blocked ? null : account.lasts_until), missing };
}

/** Days from today until the one on which the money ends. */
export const daysUntil = (today: string, day: string): number => Math.max(0, daysBetween(today as Day, day as Day));

/** The account that is paid for, unless another one is chosen: the one that was named, the one that is off, the first one. */
export const firstAccount = (accounts: readonly PayingAccount[], named: 'i' | 't' | null): PayingAccount | undefined =>
  accounts.find(({ kind }) => kind === named) ?? accounts.find(({ blocked }) => blocked) ?? accounts[0];

/** What stands in the field at first: the sum of the slip, else the round one, else the first that is offered. */
export function firstSum({ presets }: Pick<PayingAccount, 'presets'>, ofSlip: string | undefined): string {
  const offered = presets.find(({ kind }) => kind === 'round') ?? presets[0];
  return sumForField(ofSlip ?? offered?.amount ?? '');
}

/** What was counted in a drawer: pieces by the note, and coins as a sum. */
export interface DrawerCount {
  readonly pieces: Readonly<Record<number, string>>;
  readonly coins: string;
}

export const BANKNOTES = [5000, 2000, 1000, 500, 200, 100, 50] as const;

/** The sum of what was counted; undefined: something typed is no number. */
export function countedSum({ pieces, coins }: DrawerCount): string | undefined {
  let sum = 0;
  for (const note of BANKNOTES) {
    const typed = (pieces[note] ?? '').trim();
    if (!/^\d{0,6}$/.test(typed)) return undefined;
    sum += Number(typed) * note * 100;
  }
  const small = coins.trim() === '' ? kopecks(0) : typedRubles(coins);
  return small === undefined ? undefined : toWireMoney(kopecks(sum + small));
}

/** A counted sum that was typed whole, also 0; undefined: it is none. */
export const countTyped = (text: string): string | undefined =>
  text.trim() === '' ? undefined : countedSum({ pieces: {}, coins: text });

/** Counted minus what the books say. */
export const countDifference = (counted: string, expected: string): string =>
  toWireMoney(kopecks(fromWireMoney(counted) - fromWireMoney(expected)));
