import { z } from 'zod';
import { AMOUNT_PATTERN, kopecks, parseRubles, type Kopecks } from '@kabinet/contract/kernel/money';

/** A sum of a settings file. */
export const SettingRoubles = z
  .string()
  .regex(AMOUNT_PATTERN, 'нужны рубли текстом, например "100.00"')
  .transform((text): Kopecks => parseRubles(text) ?? kopecks(0));
