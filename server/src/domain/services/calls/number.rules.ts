const SHORTEST_ABROAD = 8;
/** Digits of a Russian number without its country code. */
const NATIONAL = 10;

/**
 * Normalises a number of the exchange to digits with the country code: `8 927 …`, `+7927…` → `7927…`, `00-31-07` → that
 * number of the town, `8 10 375 17 …` → `37517…`. Short numbers (112) and other texts stay unchanged. `areaCode` is the
 * town's: 8482.
 */
export function fullNumber(dialled: string, areaCode: string): string {
  const text = dialled.trim();
  const digits = text.replace(/[\s()+-]/g, '');
  if (!/^\d+$/.test(digits)) return text;
  if (text.startsWith('+')) return digits;
  if (digits.length === NATIONAL - areaCode.length) return `7${areaCode}${digits}`;
  if (digits.startsWith('810') && digits.length >= 3 + SHORTEST_ABROAD) return digits.slice(3);
  if (digits.length === NATIONAL) return `7${digits}`;
  return digits.replace(/^8(?=\d{10}$)/, '7');
}
