import { message, type MessageText } from '#server/domain/messaging/message.texts.ts';

export interface PasskeyChange {
  readonly what: 'added' | 'removed' | 'password_removed';
  /** The name of the passkey: «Chrome на Windows». */
  readonly name: string;
}

const TITLES = {
  added: 'Добавлен ключ для входа',
  removed: 'Удалён ключ для входа',
  password_removed: 'Пароль кабинета убран',
} as const;

const TEXTS = {
  added: ({ name }: PasskeyChange) => `Теперь в кабинет можно войти ключом «${name}», без пароля.`,
  removed: ({ name }: PasskeyChange) => `Ключ «${name}» больше не открывает кабинет.`,
  password_removed: () => 'Теперь в кабинет входят только ключами. Код из СМС или письма его тоже не откроет.',
} as const;

const ADVICE = 'Если это сделали не вы, сразу позвоните в поддержку.';

export const passkeyMessage = (change: PasskeyChange): MessageText =>
  message(TITLES[change.what], TEXTS[change.what](change), ADVICE);

export const passkeyText = ({ what }: PasskeyChange): string => `${TITLES[what]}. ${ADVICE}`;

export const passkeyLetter = (change: PasskeyChange): { subject: string; text: string } => ({
  subject: `Личный кабинет: ${TITLES[change.what].toLowerCase()}`,
  text: `${TEXTS[change.what](change)}\n\n${ADVICE}\n`,
});
