import { z } from 'zod';
import type { DovecotSettings } from '#server/integrations/network/dovecot.ts';
import { isPrivateAddress } from './private-address.ts';

/** Variables of the mail server that keeps the mailboxes of clients. */
export const MailServerVariables = {
  /** Address of Dovecot's doveadm over HTTP; without it changes of mailboxes are only recorded. */
  KABINET_MAIL_DOVEADM_URL: z
    .url({ protocol: /^https?$/, error: 'нужен адрес вида https://mail.example:8443' })
    .refine(isPrivateAddress, 'адрес почтового сервера должен начинаться с https://')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  /** `doveadm_api_key` of Dovecot. */
  KABINET_MAIL_DOVEADM_KEY: z.string().min(16, 'нужно не меньше 16 знаков').optional(),
};

/** The mail server that the variables name, if any; refusals.ts has already refused missing values. */
export function mailServerSettings(
  variables: z.output<z.ZodObject<typeof MailServerVariables>>,
): DovecotSettings | undefined {
  const { KABINET_MAIL_DOVEADM_URL: url, KABINET_MAIL_DOVEADM_KEY: key } = variables;
  return url === undefined || key === undefined ? undefined : { url, key };
}
