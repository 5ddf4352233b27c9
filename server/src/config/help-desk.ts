import { z } from 'zod';
import type { HelpDeskSettings } from '#server/integrations/help-desk/webhook.ts';
import { isPrivateAddress } from './private-address.ts';

/** Variables of the provider's own help desk, which gets every order and answers it. */
export const HelpDeskVariables = {
  HELP_DESK_URL: z
    .url({ protocol: /^https?$/, error: 'нужен адрес вида https://desk.example.ru/hook' })
    .refine(isPrivateAddress, 'адрес системы заявок должен начинаться с https://')
    .optional(),
  /** Signs what is sent and what is received. */
  HELP_DESK_SECRET: z.string().min(32, 'нужно не меньше 32 знаков').optional(),
};

interface Variables {
  readonly HELP_DESK_URL?: string | undefined;
  readonly HELP_DESK_SECRET?: string | undefined;
}

/** The help desk that the variables name, if any; refusals.ts has already refused half of one. */
export const helpDeskSettings = ({
  HELP_DESK_URL: url,
  HELP_DESK_SECRET: secret,
}: Variables): HelpDeskSettings | undefined =>
  url !== undefined && secret !== undefined ? { url, secret } : undefined;
