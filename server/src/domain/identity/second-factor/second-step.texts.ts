import { message, type MessageText } from '#server/domain/messaging/message.texts.ts';

export interface SecondStepChange {
  readonly what: 'on' | 'off' | 'codes';
}

const TITLES = {
  on: 'Второй шаг входа включён',
  off: 'Второй шаг входа выключен',
  codes: 'Запасные коды заменены',
} as const;
const TEXTS = {
  on: 'Теперь на новом устройстве после пароля нужен код из приложения.',
  off: 'Теперь для входа в кабинет достаточно пароля.',
  codes: 'Прежние запасные коды для входа в кабинет больше не действуют.',
} as const;
const ADVICE = 'Если это сделали не вы, смените пароль кабинета и позвоните в поддержку.';

export const secondStepMessage = ({ what }: SecondStepChange): MessageText =>
  message(TITLES[what], TEXTS[what], ADVICE);

export const secondStepText = ({ what }: SecondStepChange): string => `${TITLES[what]}. ${ADVICE}`;

export const secondStepLetter = ({ what }: SecondStepChange): { subject: string; text: string } => ({
  subject: `Личный кабинет: ${TITLES[what].toLowerCase()}`,
  text: `${TEXTS[what]}\n\n${ADVICE}\n`,
});

const GUESSED = 'Кто-то знает ваш пароль';
const GUESSED_TEXT =
  'Пять раз подряд пароль от кабинета подошёл, а код второго шага — нет. В кабинет не пустили. Если это были не вы, смените пароль.';

export const guessedMessage = (): MessageText => message(GUESSED, GUESSED_TEXT);
export const guessedText = (): string => `${GUESSED}. ${GUESSED_TEXT}`;
export const guessedLetter = (): { subject: string; text: string } => ({
  subject: `Личный кабинет: ${GUESSED.toLowerCase()}`,
  text: `${GUESSED_TEXT}\n`,
});
