import { message, type MessageText } from '#server/domain/messaging/message.texts.ts';
import { phoneText } from '#server/domain/shared/text.rules.ts';

export interface Opened {
  /** Of the service; a number as it is read. */
  readonly name: string;
  /** Of a phone number, which is called by itself. */
  readonly phoneNumber?: string;
  /** The provider’s phone. */
  readonly support: string;
}

export interface Blocked extends Opened {
  /** In the words of the staff. */
  readonly reason: string;
}

/** A sentence, however it was typed. */
const sentence = (words: string): string => (/[.!?…]$/.test(words) ? words : `${words}.`);

const isNumber = ({ phoneNumber }: Opened): boolean => phoneNumber !== undefined;
const offText = (of: Opened): string => (isNumber(of) ? `Номер ${of.name} отключили` : `Услугу «${of.name}» отключили`);
const onText = (of: Opened): string =>
  isNumber(of) ? `Номер ${of.name} снова работает` : `Услуга «${of.name}» снова работает`;

const UNCHARGED = 'Пока услуга отключена, за неё не списываем.';
const UNCHARGED_NUMBER =
  'Звонки не проходят, кроме экстренных. Номер остаётся за вами, пока он отключён, за него не списываем.';

export const blockedMessage = (blocked: Blocked): MessageText =>
  message(
    offText(blocked),
    `Причина: ${sentence(blocked.reason)}`,
    `${isNumber(blocked) ? UNCHARGED_NUMBER : UNCHARGED} Вопросы — в поддержку: ${phoneText(blocked.support)}.`,
  );

export const blockedText = (blocked: Blocked): string =>
  `${offText(blocked)}: ${sentence(blocked.reason)} Не списываем. Поддержка: ${phoneText(blocked.support)}`;

export const openedMessage = (opened: Opened): MessageText =>
  message(
    onText(opened),
    `Если за пару минут ничего не заработало, позвоните в поддержку: ${phoneText(opened.support)}.`,
  );

export const openedText = (opened: Opened): string => `${onText(opened)}.`;
