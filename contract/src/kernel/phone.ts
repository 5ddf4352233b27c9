declare const phoneBrand: unique symbol;
/** Eleven digits with a leading 7, as the specification keeps phone numbers. */
export type Phone = string & { readonly [phoneBrand]: true };

/**
 * A phone number typed by a person: digits only; ten get a leading 7; valid only at eleven (specification, 5).
 * A leading 8 is how Russians dial 7, so it becomes 7 (decision 0013).
 */
export function parsePhone(text: string): Phone | undefined {
  const digits = text.replace(/\D/g, '');
  const full = digits.length === 10 ? `7${digits}` : digits.replace(/^8(?=\d{10}$)/, '7');
  return full.length === 11 && full.startsWith('7') ? (full as Phone) : undefined;
}
