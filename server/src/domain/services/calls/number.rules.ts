const SHORTEST_ABROAD = 8;
/** Digits of a Russian number without its country. */
const NATIONAL = 10;

/**
 * A number as the exchange wrote it, with the code of its country and without signs: `8 927 …`, `+7927…` → `7927…`,
 * `00-31-07` → that number of the town, `8 10 375 17 …` → `37517…`. Short ones (112) stay, and what is no number is as it was.
 * `areaCode` is the town's: 8482.
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
