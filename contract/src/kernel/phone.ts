declare const phoneBrand: unique symbol;
/** Eleven digits with a leading 7, the specification's form of a phone number. */
export type Phone = string & { readonly [phoneBrand]: true };

/**
 * Parses a typed phone number: only digits count; ten get a leading 7; valid only with eleven (specification, 5).
 * Digits of other scripts count, too, so that such a number is refused and never becomes another one.
 * A leading 8 is how Russians dial 7, so it becomes 7 (decision 0013).
 */
export function parsePhone(text: string): Phone | undefined {
  const digits = text.replace(/\P{Nd}/gu, '');
  const full = digits.length === 10 ? `7${digits}` : digits.replace(/^8(?=\d{10}$)/, '7');
  return /^7\d{10}$/.test(full) ? (full as Phone) : undefined;
}
