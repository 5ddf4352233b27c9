import { z } from 'zod';
import type { TvPackets } from '#server/integrations/tv/packets.ts';
import type { TvSettings } from '#server/integrations/tv/settings.ts';
import { isPrivateAddress } from './private-address.ts';

const EMPTY = 'значение пустое';

/** The variables of the TV platform. */
export const TvVariables = {
  /** By default the built-in platform with the demo, and none without it. */
  KABINET_TV: z.enum(['24tv', 'ministra'], 'нужно 24tv или ministra').optional(),
  TV_URL: z
    .url({ protocol: /^https?$/, error: 'нужен адрес вида https://tv.example' })
    .refine(isPrivateAddress, 'адрес платформы должен начинаться с https://')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  /** Of 24часаТВ. */
  TV_TOKEN: z.string().min(1, EMPTY).optional(),
  /** The secret part of the address that 24часаТВ calls: /gateway/24tv/<secret>/… */
  TV_CALLBACK_SECRET: z
    .string()
    .regex(/^[\w-]{32,100}$/, 'нужно от 32 латинских букв и цифр, например из openssl rand -hex 32')
    .optional(),
  /** Of Ministra. */
  TV_LOGIN: z.string().min(1, EMPTY).optional(),
  TV_PASSWORD: z.string().min(1, EMPTY).optional(),
  /** JSON file: the platform's packet for each plan, option and program of TV. */
  TV_PACKETS: z.string().min(1, 'нужно имя файла').optional(),
};

type Variables = z.output<z.ZodObject<typeof TvVariables>>;

export const USUAL_TWENTYFOUR_URL = 'https://provapi.24h.tv/v2';

/** The variables that each platform needs; refusals.ts refuses a start without them. */
export const TV_NEEDS = {
  '24tv': ['TV_TOKEN', 'TV_CALLBACK_SECRET', 'TV_PACKETS'],
  ministra: ['TV_URL', 'TV_LOGIN', 'TV_PASSWORD', 'TV_PACKETS'],
} as const satisfies Record<NonNullable<Variables['KABINET_TV']>, readonly (keyof Variables)[]>;

/** The real platform that the variables name, if any; refusals.ts has already refused missing values. */
export const tvSettings = (variables: Variables, packets: TvPackets): TvSettings | undefined =>
  variables.KABINET_TV === 'ministra' ? ministraSettings(variables, packets) : twentyFourSettings(variables, packets);

function twentyFourSettings(
  { KABINET_TV, TV_URL: url = USUAL_TWENTYFOUR_URL, TV_TOKEN: token, TV_CALLBACK_SECRET: callbackSecret }: Variables,
  packets: TvPackets,
): TvSettings | undefined {
  if (KABINET_TV === undefined || token === undefined || callbackSecret === undefined) return undefined;
  return { platform: '24tv', url, token, callbackSecret, packets };
}

function ministraSettings(
  { TV_URL: url, TV_LOGIN: login, TV_PASSWORD: password }: Variables,
  packets: TvPackets,
): TvSettings | undefined {
  if (url === undefined || login === undefined || password === undefined) return undefined;
  return { platform: 'ministra', url, login, password, packets };
}
