import type { Day } from '@kabinet/contract/kernel/day';
import { message, type MessageText } from '#server/domain/messaging/message.texts.ts';
import type { ContactAddress } from '../contacts/address.rules.ts';

/** Sent instead of a code to a contact that is too new. */
export interface TooNew {
  readonly kind: ContactAddress['kind'];
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

export interface RecoveryAttempts {
  readonly day: Day;
}

export const recoveryAttemptsMessage = (): MessageText =>
  message(
    'Кто-то просит новый пароль от вашего кабинета',
    'Сегодня новый пароль несколько раз просили с незнакомых устройств. Без кода из сообщения его не сменить: никому не говорите код.',
    'Если это не вы, коды по СМС или по почте можно выключить: «Безопасность», «Если забыли пароль».',
  );

export interface RecoverySwitch {
  readonly kind: ContactAddress['kind'];
  readonly isOpen: boolean;
}

const WAYS = { phone: 'по СМС', email: 'по почте' } as const;
const OTHER_WAYS = { phone: 'по почте', email: 'по СМС' } as const;

const titleOf = ({ kind, isOpen }: RecoverySwitch): string =>
  isOpen ? `Новый пароль снова можно получить ${WAYS[kind]}` : `Новый пароль ${WAYS[kind]} больше не получить`;
const restOf = ({ kind, isOpen }: RecoverySwitch): string =>
  isOpen
    ? 'Код для нового пароля приходит и по СМС, и по почте.'
    : `Код для нового пароля приходит только ${OTHER_WAYS[kind]}.`;
const ADVICE = 'Если это сделали не вы, смените пароль кабинета и позвоните в поддержку.';

export const switchedMessage = (change: RecoverySwitch): MessageText =>
  message(titleOf(change), restOf(change), ADVICE);
export const switchedText = (change: RecoverySwitch): string => `${titleOf(change)}. ${ADVICE}`;
