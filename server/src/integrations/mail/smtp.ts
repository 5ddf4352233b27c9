import { createTransport } from 'nodemailer';
import type { Letter, Mail } from './port.ts';

export interface SmtpSettings {
  /** `smtp://user:password@host:587`, or `smtps://` */
  readonly url: string;
  readonly from: string;
}

const TIMEOUT_MS = 10_000;

/** A mail server by SMTP. It signs letters (DKIM) itself. */
export function smtpMail({ url, from }: SmtpSettings): Mail {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Letters are made of our own texts only.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const host = from.slice(from.lastIndexOf('@') + 1).replace('>', '');
  return {
    async send({ to, subject, text, attachments = [], key }: Letter) {
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        attachments: attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
        ...(key !== undefined && { messageId: `<${key}@${host}>` }),
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
  };
}
