/** Why a name cannot stand before the @ of a new mailbox. */
export type NameFault = 'empty' | 'short' | 'long' | 'cyrillic' | 'sign' | 'edge' | 'double';

export const NAME_LENGTH = { least: 3, most: 30 } as const;

const SAID: Record<NameFault, string> = {
  empty: 'Придумайте имя ящика',
  short: `Нужно не меньше ${NAME_LENGTH.least} знаков`,
  long: `Нужно не больше ${NAME_LENGTH.most} знаков`,
  cyrillic: 'Пишите латиницей: русские буквы в адресе принимают не все',
  sign: 'Только латинские буквы, цифры, точка, дефис и подчёркивание',
  edge: 'Начните и закончите имя буквой или цифрой',
  double: 'Не ставьте точку, дефис и подчёркивание подряд',
};

export const nameFaultText = (fault: NameFault): string => SAID[fault];

/** The form in which a name is stored: mail addresses do not distinguish capital and small letters. */
export const nameInOneForm = (typed: string): string => typed.trim().toLowerCase();

/** The first rule that a name breaks; the name comes from `nameInOneForm`. */
export function faultOfName(name: string): NameFault | undefined {
  if (name === '') return 'empty';
  if (/\p{Script=Cyrillic}/u.test(name)) return 'cyrillic';
  if (!/^[a-z\d._-]+$/.test(name)) return 'sign';
  if (!/^[a-z\d].*[a-z\d]$|^[a-z\d]$/.test(name)) return 'edge';
  if (/[._-]{2}/.test(name)) return 'double';
  if (name.length < NAME_LENGTH.least) return 'short';
  return name.length > NAME_LENGTH.most ? 'long' : undefined;
}
