import { isIP } from 'node:net';
import { z } from 'zod';
import type { AcquirerSettings } from '#server/integrations/acquirer/settings.ts';
import { isPrivateAddress } from './private-address.ts';

const Networks = z
  .string()
  .transform((text) => text.split(',').map((network) => network.trim()))
  .refine((networks) => networks.every(isNetwork), 'нужны адреса и сети через запятую, например 185.71.76.0/27');

const EMPTY = 'значение пустое';

/** The variables of the bank that takes payments by QR. */
export const AcquirerVariables = {
  /** By default the sandbox bank with the demo, and none without it. */
  ACQUIRER: z
    .enum(
      ['sandbox', 'absent', 'raiffeisen', 'yookassa', 'tbank'],
      'нужно sandbox, absent, raiffeisen, yookassa или tbank',
    )
    .optional(),
  /** sbpMerchantId of Raiffeisen, shopId of YooKassa, TerminalKey of T-Bank. */
  ACQUIRER_ID: z.string().min(1, EMPTY).optional(),
  /** secretKey of Raiffeisen and YooKassa, the terminal's password of T-Bank. */
  ACQUIRER_SECRET: z.string().min(1, EMPTY).optional(),
  /** Replaces the bank's default address. */
  ACQUIRER_URL: z
    .url({ protocol: /^https?$/, error: 'нужен адрес вида https://bank.example' })
    .refine(isPrivateAddress, 'адрес банка должен начинаться с https://')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  /** Networks that YooKassa's notifications come from, instead of the published ones. */
  ACQUIRER_ADDRESSES: Networks.optional(),
};

type Variables = z.output<z.ZodObject<typeof AcquirerVariables>>;

/** The real bank that the variables name, if any; refusals.ts has already refused missing values. */
export function acquirerSettings(variables: Variables): AcquirerSettings | undefined {
  const { ACQUIRER: bank, ACQUIRER_ID: id, ACQUIRER_SECRET: secret } = variables;
  const { ACQUIRER_URL: url, ACQUIRER_ADDRESSES: addresses } = variables;
  if (bank === undefined || bank === 'sandbox' || bank === 'absent') return undefined;
  if (id === undefined || secret === undefined) return undefined;
  return { bank, id, secret, ...(url !== undefined && { url }), ...(addresses && { addresses }) };
}

function isNetwork(text: string): boolean {
  const [address = '', prefix = '32', ...rest] = text.split('/');
  const version = isIP(address);
  return version > 0 && rest.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 6 ? 128 : 32);
}
