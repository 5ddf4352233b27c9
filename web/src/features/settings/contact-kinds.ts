import { phone } from '#lib/format.ts';

export interface Waiting {
  address: string;
  sentAt: string;
  expiresAt: string;
  againAt: string;
  triesLeft: number;
}

export interface Contact {
  active: string | undefined;
  waiting: Waiting | undefined;
}

export interface Then {
  onSuccess?: () => void;
  onError: (failure: Error) => void;
}

/** What differs between a phone and an e-mail. */
export interface Kind {
  icon: 'smartphone' | 'mail';
  title: string;
  none: string;
  use: string;
  label: string;
  input: { type: 'tel' | 'email'; autoComplete: string; placeholder: string };
  /** The field of the request that an error names. */
  field: 'phone_number' | 'email';
  codeLabel: string;
  show: (address: string) => string;
}

export const PHONE: Kind = {
  icon: 'smartphone',
  title: 'Телефон',
  none: 'Без телефона не восстановить пароль и не получить СМС',
  use: 'Вход, СМС, восстановление пароля',
  label: 'Номер мобильного',
  input: { type: 'tel', autoComplete: 'tel', placeholder: '+7 927 000-00-00' },
  field: 'phone_number',
  codeLabel: 'Код из СМС',
  show: phone,
};
export const EMAIL: Kind = {
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
