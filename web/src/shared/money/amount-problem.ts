import { fromWireMoney, typedRubles } from '@kabinet/contract/kernel/money';
import { rubles } from '#web/lib/text/format.ts';

/** The limits of a payment; wire money. */
export interface AmountLimits {
  smallest: string;
  largest: string;
}

/** More digits than any payment: too large, not a format error. */
const TOO_MANY_DIGITS = /^\d{8,}(?:[.,]\d{1,2})?$/;

/** The error of a sum, and what to do; undefined for a valid sum. */
export function amountProblem(text: string, { smallest, largest }: AmountLimits): string | undefined {
  const compact = text.replace(/\s/g, '');
  if (compact === '') return 'Введите сумму';
  const amount = TOO_MANY_DIGITS.test(compact) ? Infinity : typedRubles(compact);
  if (amount === undefined) return 'Напишите рубли цифрами, копейки — после запятой: 1\u00a0124,50';
  if (amount < fromWireMoney(smallest)) return `Наименьший платёж ${rubles(smallest)}. Увеличьте сумму`;
  if (amount > fromWireMoney(largest)) return `Наибольший платёж ${rubles(largest)}. Уменьшите сумму`;
  return undefined;
}
