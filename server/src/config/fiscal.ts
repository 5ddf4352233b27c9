import { z } from 'zod';
import type { AtolSettings } from '#server/integrations/fiscal/atol.ts';
import { isPrivateAddress } from './private-address.ts';

const EMPTY = 'значение пустое';

/** Variables of the cash register ATOL Online. */
export const FiscalVariables = {
  /** `none`: payments are accepted, and somebody else issues the receipts. */
  FISCAL: z.literal('none', 'нужно none или ничего').optional(),
  ATOL_URL: z
    .url({ protocol: /^https?$/, error: 'нужен адрес вида https://kassa.example' })
    .refine(isPrivateAddress, 'адрес кассы должен начинаться с https://')
    .transform((url) => url.replace(/\/+$/, ''))
    .default('https://online.atol.ru/possystem/v4'),
  /** group_code of the registers; without it receipts are only recorded, and only in the demo. */
  ATOL_GROUP: z.string().min(1, EMPTY).optional(),
  ATOL_LOGIN: z.string().min(1, EMPTY).optional(),
  ATOL_PASSWORD: z.string().min(1, EMPTY).optional(),
};

/** The cash register that the variables name, if any; refusals.ts has already refused missing values. */
export function atolSettings(variables: z.output<z.ZodObject<typeof FiscalVariables>>): AtolSettings | undefined {
  const { ATOL_URL: url, ATOL_GROUP: group, ATOL_LOGIN: login, ATOL_PASSWORD: password } = variables;
  if (group === undefined || login === undefined || password === undefined) return undefined;
  return { url, group, login, password };
}
