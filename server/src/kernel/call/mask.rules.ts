import type { PersonalKind, Sight } from '@kabinet/contract/staff';

/** What stands for the hidden part. */
const HIDDEN = '•••';

const last = (count: number) => (text: string) => {
  const signs = text.replaceAll(/[^\p{L}\d]/gu, '');
  return signs.length > count ? `${HIDDEN}${signs.slice(-count)}` : HIDDEN;
};

/** A firm is no person; a tradesman is one. */
const FIRM = /^(?:ООО|АО|ЗАО|ПАО|НАО|ТСЖ|ТСН|СНТ|ГУП|МУП|МБУ|МБОУ|ГБУ|ФГУП)(?=[\s«"])/u;
const TRADESMAN = /^(?:ИП|И\.\s*П\.)\s+/u;

/** «Иванов С.» */
function shortName(name: string): string {
  if (FIRM.test(name)) return name;
  const [before = ''] = TRADESMAN.exec(name) ?? [];
  const [family = '', given] = name.slice(before.length).trim().split(/\s+/);
  const initial = /\p{L}/u.exec(given ?? '')?.[0];
  return withoutContacts(`${before}${family}${initial === undefined ? '' : ` ${initial}.`}`);
}

/** «Тольятти, ул. Лесная, 14, кв. 12» without the flat. */
const withoutFlat = (address: string): string =>
  address.replace(/,?[\s\u00a0]*(?:кв|оф|ком|пом)\.?[\s\u00a0].*$/iu, '');

const MAIL = /[\p{L}\d.+_-]+@[\p{L}\d.-]+\.\p{L}{2,}/gu;
/** Ten or eleven digits, however they are spaced, that are no part of a longer number. */
const PHONE = /(?<![\d-])\+?(?:\d[\s\u00a0()-]{0,2}){9,10}\d(?![\d-])/gu;

const firstSign = (mail: string): string => `${mail.charAt(0)}${HIDDEN}`;

/** Words in which no phone and no mail stands whole. */
const withoutContacts = (text: string): string =>
  text.replaceAll(MAIL, firstSign).replaceAll(PHONE, (phone) => last(2)(phone));

/** «паспорт РФ серии 36 12 № 123456»: what follows the name of a document of a person. */
const PAPER_NUMBER =
  /(?<=(?:паспорт|снилс|удостоверени)\p{L}*(?:[\s\u00a0№:,.-]|рф|сери[яи]|номер)*)\d(?:[\s\u00a0№-]*\d){2,}/giu;

/** The number of a document that somebody has typed among words stands there for nobody: whoever may see it has the document itself. */
const withoutPapers = (text: string): string =>
  text.replaceAll(PAPER_NUMBER, (number) => (/(?:\D*\d){6}/u.test(number) ? last(2)(number) : HIDDEN));

const MASKS: Readonly<Record<PersonalKind, (text: string) => string>> = {
  name: shortName,
  phone: last(2),
  address: withoutFlat,
  document: last(4),
  paper: () => HIDDEN,
  mail: firstSign,
  call: last(2),
  words: (text) => withoutContacts(withoutPapers(text)),
  other: () => HIDDEN,
};

/** A text of a kind as it is seen; an empty one tells nothing. */
export function seen(kind: PersonalKind, sight: Sight, text: string): string {
  if (text === '') return text;
  if (sight === 'whole') return kind === 'words' ? withoutPapers(text) : text;
  return sight === 'hidden' ? HIDDEN : MASKS[kind](text);
}
