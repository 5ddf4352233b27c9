/** A phone or an e-mail that its owner confirms by a code. */
export interface ContactAddress {
  readonly kind: 'phone' | 'email';
  /** Eleven digits, or an e-mail in small letters. */
  readonly address: string;
}

/** `79271234567` → «+7 ••• •••-45-67»: enough for the client to recognise it, too little for anybody else. */
export const maskedPhone = (phone: string): string => `+7\u00a0•••\u00a0•••-${phone.slice(-4, -2)}-${phone.slice(-2)}`;

/** `maria@mail.ru` → «m•••@mail.ru» */
export const maskedEmail = (email: string): string => `${email.slice(0, 1)}•••${email.slice(email.lastIndexOf('@'))}`;

export const maskedAddress = ({ kind, address }: ContactAddress): string =>
  kind === 'phone' ? maskedPhone(address) : maskedEmail(address);
