import type { Address } from '../contacts/address.rules.ts';

/** Sent instead of a code to a contact that is too new. */
export interface TooNew {
  readonly kind: Address['kind'];
  /** «21 ноября 2026, 14:05»: from when it gets codes. */
  readonly fromText: string;
  readonly phone: string;
}

const WHAT = { phone: 'этот номер', email: 'этот адрес' } as const;

export const tooNewText = ({ kind, fromText, phone }: TooNew): string =>
  `Код для нового пароля на ${WHAT[kind]} придёт только с ${fromText}: контакт сменили недавно. Раньше поможет поддержка: ${phone}`;

export const tooNewLetter = (told: TooNew): { subject: string; text: string } => ({
  subject: `Новый пароль кабинета — с ${told.fromText}`,
  text: `${tooNewText(told)}\n\nЕсли вы не просили новый пароль, ничего не делайте: прежний действует.\n`,
});
