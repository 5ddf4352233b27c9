/** The longest number that a provider prints on a contract; the database says the same. */
export const MOST_PRINTED = 32;

/** Letters, digits and what stands between them. */
const PRINTABLE = /^[0-9A-Za-zА-Яа-яЁё №./\\_–—‑−-]+$/;
/** Any of these is the same sign: who types a number seldom knows which dash or slash the paper has. */
const BETWEEN = /[ №./\\_–—‑−-]+/g;

/** Capital letters that look alike on paper are one, as are Ё and Е. */
const LATIN = 'abcehkmoptxyё';
const CYRILLIC = 'авсенкмортхуе';

/**
 * One spelling of a printed number: case, look-alike letters and signs do not matter, but two groups of digits stay two: «ЮЛ-3000/317» is
 * another contract than «ЮЛ-30003/17». The database has the same function, `printed_key`.
 */
function keyOf(text: string): string {
  const letters = Array.from(text.toLowerCase(), (sign) => CYRILLIC.charAt(LATIN.indexOf(sign)) || sign).join('');
  return letters
    .replace(BETWEEN, (_, place: number) => (isDigit(letters[place - 1]) ? '/' : ''))
    .replace(/\/(?![0-9])/g, '');
}

const isDigit = (sign: string | undefined): boolean => sign !== undefined && /[0-9]/.test(sign);

/** What a printed number may begin with, as it was typed, in one spelling; undefined if it cannot be one. */
export function printedBeginning(typed: string): string | undefined {
  const text = printedText(typed);
  const key = text.length <= MOST_PRINTED && PRINTABLE.test(text) ? keyOf(text) : '';
  return /[0-9]/.test(key) ? key : undefined;
}

/** The whole printed number that was typed, in one spelling. Digits alone are the inner number, never this one. */
export function printedKey(typed: string): string | undefined {
  const key = printedBeginning(typed);
  return key !== undefined && /[^0-9]/.test(key) && !isOfDigits(typed) ? key : undefined;
}

/** Groups of digits are how people write the inner number. */
const isOfDigits = (text: string): boolean => /^[0-9\s№]+$/.test(text);

/** As it is kept and shown: spaces are single ones. */
export const printedText = (typed: string): string => typed.trim().replace(/[ \u00a0\u202f]+/g, ' ');

/** Why this cannot be the printed number of a contract; undefined if it can. */
export function whyNotPrinted(text: string): string | undefined {
  if (text.length > MOST_PRINTED) return `длиннее ${MOST_PRINTED} знаков`;
  if (!PRINTABLE.test(text)) return 'бывают буквы, цифры, пробел, точка, тире, дробь и «№»';
  if (!/[0-9]/.test(text)) return 'нет ни одной цифры';
  if (printedKey(text) === undefined) return 'одни цифры: это внутренний номер договора';
  return isLikePhone(text) ? 'похож на телефон: по нему входили бы в чужой договор' : undefined;
}

/** The field of the sign-in would take it for a phone. */
const isLikePhone = (text: string): boolean =>
  /^[0-9 -]+$/.test(text) && /^(?:[78]?[0-9]{10})$/.test(text.replace(/[^0-9]/g, ''));
