import { printedKey } from '@kabinet/contract/kernel/papers/printed-no';
import type { TRANSFER_REASONS } from '@kabinet/contract/staff';

// What the purpose of a transfer and the name of its payer tell of whose it is.

export type TransferReason = (typeof TRANSFER_REASONS)[number];

/** How much each reason weighs: a number that is written outweighs a name that others have, too. */
const WEIGHTS: Readonly<Record<TransferReason, number>> = { number: 8, paid_before: 6, purpose: 4, payer: 2 };

export const weightOf = (reasons: readonly { readonly why: TransferReason }[]): number =>
  reasons.reduce((all, { why }) => all + WEIGHTS[why], 0);

/** What every purpose says, and no name or address. */
const SAID_BY_ALL =
  /^(?:за|по|на|от|для|и|в|с|из|или|без|ндс|облагается|сумма|руб|рублей|коп|оплат\p{L}*|плат[её]ж\p{L}*|перевод\p{L}*|услуг\p{L}*|связ\p{L}*|интернет\p{L}*|тв|телевиден\p{L}*|телефон\p{L}*|доступ\p{L}*|пополнен\p{L}*|сч[её]т\p{L}*|лицев\p{L}*|договор\p{L}*|дог|лс|январ\p{L}*|феврал\p{L}*|март\p{L}*|апрел\p{L}*|ма[йя]|июн\p{L}*|июл\p{L}*|август\p{L}*|сентябр\p{L}*|октябр\p{L}*|ноябр\p{L}*|декабр\p{L}*|20\d\d)$/iu;

/** The words of a purpose that may name somebody or a place. */
export const tellingWords = (purpose: string): string =>
  purpose
    .split(/[\s,;:()"«»]+/)
    .map((word) => word.replace(/[.№#]+/g, ' ').trim())
    .filter((word) => word !== '' && !SAID_BY_ALL.test(word))
    .join(' ')
    .slice(0, 100);

const MOST_NUMBERS = 5;

/** «по договору № ЮЛ-30003/17» */
const PRINTED = /(?<!\p{L})дог(?:овор\p{L}*|\.)\s*[:№N]?\s*([\p{L}\d][\p{L}\d./-]*\d\p{L}{0,3})/giu;

/** Numbers that may be of a contract, inner or printed, or of an account. */
export const numbersIn = (purpose: string): string[] => {
  const printed = [...purpose.matchAll(PRINTED)].flatMap(([, number = '']) =>
    printedKey(number) === undefined ? [] : [number],
  );
  const digits = purpose.match(/(?<![\d.,/-])\d{4,15}(?![\d.,/-])/g) ?? [];
  return [...new Set([...printed, ...digits])].slice(0, MOST_NUMBERS);
};

/** Forms of companies, which are no part of a name. */
const FORMS = /^(?:ооо|оао|зао|пао|ао|ип|пк|тсж|тсн|снт|ук)$/i;

/** The name of a payer; undefined: it has no letters of a name, as a number of an account has none. */
export function payerName(payer: string): string | undefined {
  const words = payer.split(/[\s"«»,.]+/).filter((word) => /^[а-яё-]{2,}$/i.test(word) && !FORMS.test(word));
  return words.length === 0 ? undefined : words.join(' ').slice(0, 100);
}

const SHORTEST_STEM = 4;

/** The surname as it is in both genders: a wife pays for her husband. Undefined: too short to tell anything. */
export function familyOf(name: string): string | undefined {
  const [surname = ''] = name.split(' ');
  const stem = surname.replace(/(?:ая|ий|ый|ой|а)$/i, '');
  return stem.length < SHORTEST_STEM ? undefined : stem;
}
