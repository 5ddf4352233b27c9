import { phone } from '#web/lib/text/format.ts';
import { canSendCode, NO_CODES, type CodeWay } from './code-ways.ts';

export interface WaitingContact {
  address: string;
  sentAt: string;
  expiresAt: string;
  againAt: string;
  triesLeft: number;
}

/** The times of a sent code, from the fields of a reply. */
export const timesOf = (sent: { sent_at: string; expires_at: string; again_at: string; tries_left: number }) => ({
  sentAt: sent.sent_at,
  expiresAt: sent.expires_at,
  againAt: sent.again_at,
  triesLeft: sent.tries_left,
});

export interface Contact {
  active: string | undefined;
  waiting: WaitingContact | undefined;
}

export interface ActionOutcome {
  onSuccess?: () => void;
  onError: (failure: Error) => void;
}

/** What differs between a phone and an e-mail. */
export interface ContactTraits {
  /** How its code comes. */
  way: CodeWay;
  icon: 'smartphone' | 'mail';
  title: string;
  none: string;
  use: string;
  label: string;
  input: { type: 'tel' | 'email'; autoComplete: string; placeholder: string };
  /** The field of the request that an error names. */
  field: 'phone_number' | 'email';
  codeLabel: string;
  /** What holds while a new address waits for its code. */
  meanwhile?: string;
  show: (address: string) => string;
  /** How its button looks on a page with another main action. */
  look?: 'soft';
}

/** What the contact is for, or that nothing comes there. */
export const gainOf = ({ way, use }: ContactTraits): string => (canSendCode(way) ? use : NO_CODES[way]);

export const PHONE: ContactTraits = {
  way: 'phone',
  icon: 'smartphone',
  title: 'Телефон',
  none: 'Без телефона не восстановить пароль и\u00a0не получить СМС',
  use: 'Вход, СМС, восстановление пароля',
  label: 'Номер мобильного',
  input: { type: 'tel', autoComplete: 'tel', placeholder: '+7 927 000-00-00' },
  field: 'phone_number',
  codeLabel: 'Код из СМС',
  show: phone,
};
export const EMAIL: ContactTraits = {
  way: 'email',
  icon: 'mail',
  title: 'Почта',
  none: 'Без почты не придут письма и чеки',
  use: 'Вход, письма, восстановление пароля',
  label: 'Адрес почты',
  input: { type: 'email', autoComplete: 'email', placeholder: 'maria@mail.ru' },
  field: 'email',
  codeLabel: 'Код из письма',
  show: (email) => email,
};
/** The address of telephone documents is no contact: nobody signs in with it. */
export const DOCUMENTS: ContactTraits = {
  ...EMAIL,
  title: 'Документы на почту',
  none: 'Каждый месяц пришлём счёт за\u00a0телефон, а\u00a0если захотите — и\u00a0детализацию звонков. Адрес может быть любым, например бухгалтера',
  use: 'Сюда приходят документы по\u00a0телефону',
  look: 'soft',
  meanwhile: 'Пока новый адрес не подтверждён, документы приходят на прежний.',
};
