import { z } from 'zod';
import type { AtolSettings } from '#outside/fiscal/atol.ts';

/** The variables of the cash register ATOL Online. */
export const FiscalVariables = {
  ATOL_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .default('https://online.atol.ru/possystem/v4'),
  /** group_code of the registers; without it receipts are only recorded, and that with the demo alone. */
  ATOL_GROUP: z.string().min(1).optional(),
  ATOL_LOGIN: z.string().min(1).optional(),
  ATOL_PASSWORD: z.string().min(1).optional(),
};

/** The cash register that the variables name, if any; throws one sentence when something is missing. */
export function atolSettings(variables: z.output<z.ZodObject<typeof FiscalVariables>>): AtolSettings | undefined {
  const { ATOL_URL: url, ATOL_GROUP: group, ATOL_LOGIN: login, ATOL_PASSWORD: password } = variables;
  if (group === undefined) return undefined;
  if (login === undefined || password === undefined) {
    const missing = login === undefined ? 'ATOL_LOGIN' : 'ATOL_PASSWORD';
    throw new Error(`настройка ${missing} не задана: для ATOL_GROUP нужны ATOL_LOGIN и ATOL_PASSWORD`);
  }
  return { url, group, login, password };
}
