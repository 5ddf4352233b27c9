import { typedRubles, toWireMoney } from '@kabinet/contract/kernel/money';
import { moneyParts, rubles } from '#web/lib/text/format.ts';
import { amountProblem, type AmountLimits } from '#web/shared/money/amount-problem.ts';

/** A sum of the wire as a person types it: `1124.00` → `1 124`. */
export function typedText(wire: string): string {
  const { whole, kopecks: fraction } = moneyParts(wire);
  return fraction === '00' ? whole : `${whole},${fraction}`;
}

/** A sum of the wire in an address: `1124.00` → `1124`. */
export const addressText = (wire: string): string => wire.replace(/\.00$/, '');

/** The typed sum in wire format; undefined when it is not a sum. */
export function wireOf(text: string): string | undefined {
  const amount = typedRubles(text);
  return amount === undefined ? undefined : toWireMoney(amount);
}

export const hintOf = ({ smallest, largest }: AmountLimits): string => `От ${rubles(smallest)} до ${rubles(largest)}`;

/** Whether the sum is within the limits. */
export const fits = (wire: string, limits: AmountLimits): boolean => amountProblem(wire, limits) === undefined;
