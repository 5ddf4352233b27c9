// In code money is a whole number of kopecks; on the wire a decimal string of roubles. Never a float.

declare const kopecksBrand: unique symbol;
/** A whole number of kopecks within ±2^53, negative for a debt. */
export type Kopecks = number & { readonly [kopecksBrand]: true };

/** Marks a whole number as kopecks. Throws RangeError on a fraction, which is a bug of ours, not an input error. */
export function kopecks(value: number): Kopecks {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not a whole number of kopecks: ${value}`);
  return value as Kopecks;
}

/** A sum to pay as a person or a bank writes it: up to seven digits of roubles, at most two of kopecks. */
export const AMOUNT_PATTERN = /^\d{1,7}(?:[.,]\d{1,2})?$/;

/** Parses a typed sum, with spaces between groups, to kopecks; `undefined` when it is not a sum. */
export function parseRubles(text: string): Kopecks | undefined {
  const compact = text.replace(/[\s\u00a0\u202f]/g, '');
  if (!AMOUNT_PATTERN.test(compact)) return undefined;
  const [roubles = '0', fraction = ''] = compact.split(/[.,]/);
  return kopecks(Number(roubles) * 100 + Number(fraction.padEnd(2, '0')));
}

/** Parses a sum from a field: also one that was copied with its sign, «1 000 ₽», «1 000,50 руб.». */
export const typedRubles = (text: string): Kopecks | undefined =>
  parseRubles(text.replace(/(?:₽|р(?:уб)?)\.?\s*$/i, ''));

/** Kopecks as a string of the wire: `-62850` → `"-628.50"`. */
export function toWireMoney(amount: Kopecks): string {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** A string of the wire as kopecks: `"-628.50"` → `-62850`. */
export function fromWireMoney(wire: string): Kopecks {
  const match = /^(-?)(\d+)\.(\d{2})$/.exec(wire);
  if (!match) throw new RangeError(`Not money of the wire: ${wire}`);
  const amount = Number(`${match[2] ?? ''}${match[3] ?? ''}`);
  return kopecks(match[1] && amount !== 0 ? -amount : amount);
}
