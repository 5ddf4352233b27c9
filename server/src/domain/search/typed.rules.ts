import { printedBeginning } from '@kabinet/contract/kernel/papers/printed-no';

// What the words of a search can be. The keys of the database are spelled the same way (migration 0121).

/** Lower case, «ё» as «е». */
const folded = (text: string): string => text.toLowerCase().replaceAll('ё', 'е');

/** What stands between words: as in `search_words` of the database. */
const SIGNS = /[\s!-/:-@[-`{-~\u00A0\u202F«»„“”’№–—‑]+/;
const LONGEST_WORD = 60;

/** The words of a name, each once. */
export const wordsOf = (text: string): string[] => [
  ...new Set(
    folded(text)
      .split(SIGNS)
      .filter(Boolean)
      .map((word) => word.slice(0, LONGEST_WORD)),
  ),
];

const LATIN = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const RUSSIAN = 'ёйцукенгшщзхъфывапролджэячсмитьбю';

const typedOn = (keys: string, others: string, text: string): string =>
  Array.from(text, (sign) => others.charAt(keys.indexOf(sign)) || sign).join('');

/** The same keys with the other layout of the keyboard: «hz,jd» is «рябов»; undefined if that makes nothing else. */
export function otherLayout(text: string): string | undefined {
  const lower = text.toLowerCase();
  const swapped = /[а-яё]/.test(lower) ? typedOn(RUSSIAN, LATIN, lower) : typedOn(LATIN, RUSSIAN, lower);
  return /[a-zа-я]/.test(lower) && swapped !== lower ? swapped : undefined;
}

const LEAST_PHONE = 4;

/**
 * What the eleven digits of a phone may begin with, if that was typed: «8 (927) 123», «927123», and a number of the town
 * without the 7; and the digits themselves, which may be a part of it.
 */
export function typedPhone(text: string): { readonly begins: string[]; readonly part: string } | undefined {
  const digits = text.replace(/\D/g, '');
  if (!/^[\d\s()+.-]+$/.test(text) || digits.length < LEAST_PHONE || digits.length > 11) return undefined;
  return { begins: [...new Set([digits, `7${digits}`, digits.replace(/^8/, '7')])], part: digits };
}

/** Hexadecimal digits of a MAC or of a part of it, with any signs between them. */
export function macOf(text: string): string | undefined {
  const digits = folded(text).replace(/[\s:.-]/g, '');
  if (!/^[\da-f]{4,12}$/.test(digits)) return undefined;
  const isSpelled = /[\da-f]{2}[:-][\da-f]{2}/i.test(text) || /[\da-f]{4}\.[\da-f]/i.test(text);
  return isSpelled || (/[a-f]/.test(digits) && /\d/.test(digits)) || digits.length >= 6 ? digits : undefined;
}

/** One word: a login, a mailbox, a serial number, an account. */
export function tokenOf(text: string): string | undefined {
  const token = folded(text.trim());
  return /^\S{2,100}$/.test(token) ? token : undefined;
}

/** The digits of a number after what people write before it: «договор № 1234». */
export const numberAfter = (text: string, names: RegExp): string | undefined =>
  new RegExp(`^(?:${names.source})?\\s*№?\\s*(\\d{1,15})$`, 'i').exec(text.trim())?.[1];

const LEAST_PRINTED = 3;

/** What a printed number of a contract may begin with, in one spelling; fewer signs say too little. */
export function printedAfter(text: string, names: RegExp): string | undefined {
  const beginning = printedBeginning(text.replace(new RegExp(`^\\s*(?:${names.source})(?=[\\s№])`, 'i'), ''));
  return beginning === undefined || beginning.length < LEAST_PRINTED ? undefined : beginning;
}

/** The number of a document: «чек 8841», «квитанция № 12». */
export const documentOf = (text: string): string | undefined =>
  /^(?:чек|квитанция|документ|платеж|платёж|перевод)?\s*№?\s*([\w/-]*\d[\w/-]*)$/i.exec(text.trim())?.[1];
