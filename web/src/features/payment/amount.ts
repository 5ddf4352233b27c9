import { fromWireMoney, parseRubles, toWireMoney } from '@kabinet/contract/kernel/money';
import { moneyParts, rubles } from '#lib/format.ts';

/** Between which sums one may pay; wire money. */
export interface Limits {
  smallest: string;
  largest: string;
}

/** A sum of the wire as one types it: `1124.00` → `1 124`. */
export function typedText(wire: string): string {
  const { whole, kopecks: fraction } = moneyParts(wire);
  return fraction === '00' ? whole : `${whole},${fraction}`;
}

/** A sum of the wire as an address holds it: `1124.00` → `1124`. */
export const addressText = (wire: string): string => wire.replace(/\.00$/, '');

/** What was typed, as the wire writes it; undefined when it is no sum. */
export function wireOf(text: string): string | undefined {
  const amount = parseRubles(text);
  return amount === undefined ? undefined : toWireMoney(amount);
}

/** What is wrong with the sum and what to do; undefined for a sum that can be paid. */
export function amountProblem(text: string, { smallest, largest }: Limits): string | undefined {
  if (text.trim() === '') return 'Введите сумму';
  const amount = parseRubles(text);
  if (amount === undefined) return 'Напишите рубли цифрами, копейки — после запятой: 1\u00a0124,50';
  if (amount < fromWireMoney(smallest)) return `Наименьший платёж — ${rubles(smallest)}. Увеличьте сумму`;
  if (amount > fromWireMoney(largest)) return `За один раз — не больше ${rubles(largest)}. Уменьшите сумму`;
  return undefined;
}

export const hintOf = ({ smallest, largest }: Limits): string => `От ${rubles(smallest)} до ${rubles(largest)}`;

/** Whether the sum is within the limits. */
export const fits = (wire: string, limits: Limits): boolean => amountProblem(wire, limits) === undefined;
