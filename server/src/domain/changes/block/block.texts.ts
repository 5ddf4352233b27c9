import { message, type MessageText } from '#server/domain/messaging/message.texts.ts';
import { phoneText } from '#server/domain/shared/text.rules.ts';

export interface Opened {
  /** Of the service. */
  readonly name: string;
  /** The provider’s phone. */
  readonly support: string;
}

export interface Blocked extends Opened {
  /** In the words of the staff. */
  readonly reason: string;
}

/** A sentence, however it was typed. */
const sentence = (words: string): string => (/[.!?…]$/.test(words) ? words : `${words}.`);

export const blockedMessage = ({ name, reason, support }: Blocked): MessageText =>
  message(
    `Услугу «${name}» отключили`,
    `Причина: ${sentence(reason)}`,
    `Пока услуга отключена, за неё не списываем. Вопросы — в поддержку: ${phoneText(support)}.`,
  );

export const blockedText = ({ name, reason, support }: Blocked): string =>
  `Услугу «${name}» отключили: ${sentence(reason)} Не списываем. Поддержка: ${phoneText(support)}`;

export const openedMessage = ({ name, support }: Opened): MessageText =>
  message(
    `Услуга «${name}» снова работает`,
    `Если за пару минут ничего не заработало, позвоните в поддержку: ${phoneText(support)}.`,
  );

export const openedText = ({ name }: Opened): string => `Услуга «${name}» снова работает.`;
