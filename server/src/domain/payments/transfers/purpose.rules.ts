/** «л/с», «лс №», «Л.С.:», «лицевой счёт №», «лиц. сч.», and the number after it. */
const NAMED =
  /(?<![\p{L}\p{N}])(?:л[./]?\s?с(?:ч(?:[её]т)?)?\.?|лиц(?:ев\p{L}+|\.)\s*сч(?:[её]т\p{L}*|\.)?)\s*[:№N#\s]*([\p{L}\p{N}][\p{L}\p{N}./_-]{0,39})/giu;

/**
 * The accounts that the purpose of a transfer explicitly names. Any other number is ignored: it may be a contract, an
 * invoice or a day, and equal somebody else's account.
 */
export function accountsNamed(purpose: string): readonly string[] {
  const found = [...purpose.normalize('NFC').matchAll(NAMED)].map(([, number = '']) => number.replace(/[./_-]+$/, ''));
  return [...new Set(found.filter((number) => /\p{N}/u.test(number)))];
}
