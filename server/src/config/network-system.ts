import { isAbsolute } from 'node:path';
import { z } from 'zod';
import type { NetworkSystemSettings } from '#server/integrations/network/own-system/own-system.ts';
import type { NetworkKind } from '#server/integrations/network/port.ts';
import { isPrivateAddress } from './private-address.ts';

const KINDS: readonly NetworkKind[] = ['internet', 'tv', 'sip', 'mail', 'telephone'];
const isKind = (word: string): word is NetworkKind => KINDS.some((kind) => kind === word);

/** Variables of a network system of the provider's own, behind an endpoint or a program. */
export const NetworkSystemVariables = {
  NETWORK_URL: z
    .url({ protocol: /^https?$/, error: 'нужен адрес вида https://network.example.ru/kabinet' })
    .refine(isPrivateAddress, 'адрес системы сети должен начинаться с https://: по нему идут пароли услуг')
    .optional(),
  /** Signs each request. */
  NETWORK_SECRET: z.string().min(32, 'нужно не меньше 32 знаков').optional(),
  NETWORK_PROGRAM: z.string().refine(isAbsolute, 'нужен полный путь к программе').optional(),
  /** The kinds of services that it serves. */
  NETWORK_KINDS: z
    .string()
    .transform((list) => list.split(',').map((kind) => kind.trim()))
    .refine((list) => list.every(isKind), `через запятую: ${KINDS.join(', ')}`)
    .transform((list) => list.filter(isKind))
    .default(['internet']),
};

type Variables = z.output<z.ZodObject<typeof NetworkSystemVariables>>;

/** The network system that the variables name, if any; refusals.ts has already refused half of one, and two. */
export function networkSystemSettings({
  NETWORK_URL: url,
  NETWORK_SECRET: secret,
  NETWORK_PROGRAM: program,
  NETWORK_KINDS: kinds,
}: Variables): NetworkSystemSettings | undefined {
  if (program !== undefined) return { kinds, program };
  return url !== undefined && secret !== undefined ? { kinds, url, secret } : undefined;
}
