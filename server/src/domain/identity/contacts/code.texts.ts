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
  /** Whether the client tells it to somebody of the staff who is speaking with him. */
  readonly isForStaff?: boolean;
}

const sentence = ({ code, what, isForStaff }: SentCodeText): string => {
  const whom =
    isForStaff === true
      ? 'Назовите его сотруднику, который с вами говорит, и больше никому.'
      : 'Никому его не сообщайте.';
  return `${code} — код, чтобы ${what}. Действует 10 минут. ${whom}`;
};

/** Browsers want the code once more in the last line, after the host. */
export const codeText = (sent: SentCodeText): string => `${sentence(sent)}\n\n@${sent.host} #${sent.code}`;

export const codeLetter = (sent: SentCodeText): { subject: string; text: string } => ({
  subject: `${sent.code} — код, чтобы ${sent.what}`,
  text: `${sentence(sent)}\n\nЕсли вы ничего не делали на ${sent.host}, просто удалите это письмо: без кода ничего не произойдёт.\n`,
});
