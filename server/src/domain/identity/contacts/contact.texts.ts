import type { ContactAddress } from './address.rules.ts';
import { maskedAddress } from './address.rules.ts';
import { message, type MessageText } from '#server/domain/messaging/message.texts.ts';

export interface ConfirmedContact extends ContactAddress {
  /** Whether another one was confirmed before. */
  readonly isChange: boolean;
}

const NAMES = { phone: 'телефон', email: 'почта' } as const;
const DONE = { phone: ['подтверждён', 'изменён'], email: ['подтверждена', 'изменена'] } as const;

const title = ({ kind, isChange }: ConfirmedContact): string =>
  `${kind === 'phone' ? 'Телефон' : 'Почта'} для входа и уведомлений ${DONE[kind][isChange ? 1 : 0]}`;

const whatText = (contact: ConfirmedContact): string =>
  `Теперь ${NAMES[contact.kind]} договора — ${maskedAddress(contact)}. Сюда приходят уведомления и коды, ${contact.kind === 'phone' ? 'этим номером' : 'этим адресом'} можно входить в кабинет.`;
/** The delay gives the owner time to react. */
const WAITS = 'Восстановить пароль по новому контакту можно будет через сутки.';
const ADVICE = 'Если это сделали не вы, смените пароль кабинета и позвоните в поддержку.';

export const confirmedMessage = (contact: ConfirmedContact): MessageText =>
  message(title(contact), [whatText(contact), ...(contact.isChange ? [WAITS] : [])].join(' '), ADVICE);

export const confirmedText = (contact: ConfirmedContact): string =>
  `${title(contact)}: ${maskedAddress(contact)}. Не вы? Смените пароль`;
