import type { Address } from './address.rules.ts';
import { masked } from './address.rules.ts';
import { message, type MessageText } from '#domain/messaging/message.texts.ts';

export interface ConfirmedContact extends Address {
  /** Whether another one was confirmed before. */
  readonly isChange: boolean;
  /** The portal's address for browsers. */
  readonly publicUrl: string;
}

const NAMES = { phone: 'телефон', email: 'почта' } as const;
const DONE = { phone: ['подтверждён', 'изменён'], email: ['подтверждена', 'изменена'] } as const;

const title = ({ kind, isChange }: ConfirmedContact): string =>
  `${kind === 'phone' ? 'Телефон' : 'Почта'} для входа и уведомлений ${DONE[kind][isChange ? 1 : 0]}`;

const whatText = (contact: ConfirmedContact): string =>
  `Теперь ${NAMES[contact.kind]} договора — ${masked(contact)}. Сюда приходят уведомления и коды, ${contact.kind === 'phone' ? 'этим номером' : 'этим адресом'} можно входить в кабинет.`;
const ADVICE = 'Если это сделали не вы, смените пароль кабинета и позвоните в поддержку.';

const settings = ({ publicUrl, kind }: ConfirmedContact): string =>
  `${publicUrl}/lk/settings/${kind === 'phone' ? 'mobile' : 'email'}`;

export const confirmedMessage = (contact: ConfirmedContact): MessageText =>
  message(title(contact), whatText(contact), ADVICE);

export const confirmedText = (contact: ConfirmedContact): string =>
  `${title(contact)}: ${masked(contact)}. Не вы? Смените пароль: ${contact.publicUrl}/lk/settings/security`;

export const confirmedLetter = (contact: ConfirmedContact): { subject: string; text: string } => ({
  subject: title(contact),
  text: `${whatText(contact)}\n\n${ADVICE}\n\n${settings(contact)}\n`,
});
