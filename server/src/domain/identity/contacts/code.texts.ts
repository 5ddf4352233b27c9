/** Why no code can be sent to a phone or an e-mail. */
export const UNREACHED = {
  phone: 'СМС отсюда пока не отправляются, поэтому код не придёт. Позвоните в поддержку',
  email: 'Письма отсюда пока не отправляются, поэтому код не придёт. Позвоните в поддержку',
} as const;

export interface SentCodeText {
  readonly code: string;
  /** «чтобы …»: what the code does. */
  readonly what: string;
  /** The portal's host, for browsers that fill the code in by themselves (WebOTP). */
  readonly host: string;
}

const sentence = ({ code, what }: SentCodeText): string =>
  `${code} — код, чтобы ${what}. Действует 10 минут. Никому его не сообщайте.`;

/** Browsers want the code once more in the last line, after the host. */
export const codeText = (sent: SentCodeText): string => `${sentence(sent)}\n\n@${sent.host} #${sent.code}`;

export const codeLetter = (sent: SentCodeText): { subject: string; text: string } => ({
  subject: `${sent.code} — код, чтобы ${sent.what}`,
  text: `${sentence(sent)}\n\nЕсли вы ничего не делали на ${sent.host}, просто удалите это письмо: без кода ничего не произойдёт.\n`,
});
