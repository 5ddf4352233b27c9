import type { Transporter } from 'nodemailer';
import { RefusedForGood } from '#server/kernel/job/delivery.ts';
import { GATEWAY_TIMEOUT_MS } from '../gateway-call.ts';
import type { Letter, Mail } from './port.ts';

export interface SmtpSettings {
  /** `smtp://user:password@host:587`, or `smtps://` */
  readonly url: string;
  readonly from: string;
  readonly timeoutMs?: number;
}

/** A mail server by SMTP. It signs letters (DKIM) itself. */
export function smtpMail({ url, from, timeoutMs = GATEWAY_TIMEOUT_MS }: SmtpSettings): Mail {
  const options = {
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // Letters are made of our own texts only.
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const;
  // Loaded with the first letter: most processes send none.
  let opened: Promise<Transporter> | undefined;
  const transport = (): Promise<Transporter> =>
    (opened ??= import('nodemailer').then(({ createTransport }) => createTransport(options)));
  const host = from.slice(from.lastIndexOf('@') + 1).replace('>', '');
  return {
    async send({ to, subject, text, html, attachments = [], key, unsubscribe, isOneClick }: Letter) {
      const letter = {
        from,
        to: { name: '', address: to },
        subject,
        text,
        ...(html !== undefined && { html }),
        attachments: attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
        ...(key !== undefined && { messageId: `<${key}@${host}>` }),
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribe !== undefined && { 'List-Unsubscribe': `<${unsubscribe}>` }),
          // RFC 8058 demands https.
          ...(isOneClick &&
            unsubscribe?.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
        },
      };
      await (await transport()).sendMail(letter).catch((error: unknown) => {
        throw failureOf(error as SmtpFailure);
      });
    },
  };
}

type SmtpFailure = Error & { readonly code?: string; readonly responseCode?: number };

/**
 * Codes 5xx are final, except a refused password, which the operator can correct. The error has only the code, because the
 * server's text may repeat the address.
 */
function failureOf({ code = '', responseCode = 0 }: SmtpFailure): Error {
  const said = `SMTP: ${responseCode} ${code}`;
  return responseCode >= 500 && code !== 'EAUTH' ? new RefusedForGood(said) : new Error(said);
}
