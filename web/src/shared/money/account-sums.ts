import { groupBy } from '#web/lib/text/group-by.ts';
import { fromWireMoney, kopecks, toWireMoney } from '@kabinet/contract/kernel/money';

// Sums of the wire are decimal strings of rubles; they are added as whole kopecks, never as floats.

export const toKopecks = fromWireMoney;
export const fromKopecks = (amount: number): string => toWireMoney(kopecks(amount));

export const sumOf = (amounts: readonly string[]): string =>
  fromKopecks(amounts.reduce((sum, amount) => sum + fromWireMoney(amount), 0));

export const isDebt = (balance: string): boolean => balance.startsWith('-') && fromWireMoney(balance) !== 0;

export const isZero = (amount: string): boolean => fromWireMoney(amount) === 0;

/** Whole rubles, in wire money. */
const upToRubles = (amount: number): string => fromKopecks(Math.ceil(amount / 100) * 100);

/** The sum in whole rubles that covers a debt: `-628.50` → `629.00`. */
export const coveringPayment = (balance: string): string => upToRubles(Math.max(0, 0 - fromWireMoney(balance)));

/** No bank accepts less than this; kopecks. */
const LEAST = 10_00;

/**
 * The payment for a missing sum, in whole rubles: `55.50` → `56.00`. Wherever a person is told that money is missing, in a sentence,
 * on a ruler or on a button, it is this sum, so that the words and the button never differ (decision 0122).
 */
export const payFor = (missing: string): string => upToRubles(Math.max(LEAST, fromWireMoney(missing)));

/** A sum for an address: digits and a dot, no zero kopecks (`/payment/i/629`). */
export const inAddress = (amount: string): string => amount.replace(/\.00$/, '');

/** Merges lines with the same text. */
export function mergedParts(parts: readonly { text: string; amount: string }[]): { text: string; amount: string }[] {
  return [...groupBy(parts, ({ text }) => text)].map(([text, same]) => ({
    text,
    amount: sumOf(same.map(({ amount }) => amount)),
  }));
}
