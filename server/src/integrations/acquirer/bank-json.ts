import { parseRubles, toWireMoney, type Kopecks } from '@kabinet/contract/kernel/money';
import { z } from 'zod';

// `1110.10` parsed as a number is `1110.1`, and the lost digit breaks a signature. So numbers from a bank stay text,
// and numbers for a bank are written from text; no sum is ever a float here.

type Reviver = (key: string, value: unknown, context: { readonly source: string }) => unknown;
const engine = JSON as unknown as {
  parse(text: string, reviver: Reviver): unknown;
  rawJSON(text: string): unknown;
};

/** A bank's JSON with every number as text; undefined if it is invalid. */
export function parseBankJson(text: string): unknown {
  try {
    return engine.parse(text, (_, value, { source }) => (typeof value === 'number' ? source : value));
  } catch {
    return undefined;
  }
}

/** A sum as a JSON number of roubles with two decimals, `1110.10`. */
export const roublesNumber = (amount: Kopecks): unknown => engine.rawJSON(toWireMoney(amount));

/** Roubles from a bank, `"100.00"` or `1110.1`, as kopecks. */
export const Roubles = z.string().transform((text, context): Kopecks => {
  const amount = parseRubles(text);
  if (amount !== undefined) return amount;
  context.addIssue('Not a sum of roubles');
  return z.NEVER;
});

/** A whole number from a bank, kept as text: an id. */
export const Digits = z.string().regex(/^\d{1,20}$/);

/** Our own `paymentId` repeated by a bank; any other value there is not one of our orders. */
export const OwnOrder = z
  .string()
  .optional()
  .transform((text) => (z.uuid().safeParse(text).success ? text : undefined));
