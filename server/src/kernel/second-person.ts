import { z } from 'zod';
import { operatorCalls } from '@kabinet/contract/staff';
import { SettingRoubles } from './setting-roubles.ts';

const CALLS_OF_TWO: readonly string[] = operatorCalls.flatMap(({ second, counts, command }) =>
  second === undefined || counts === 'rights' ? [] : command.words,
);

/** When one of the staff may not act alone. */
export const SecondPersonTerms = z
  .strictObject({
    /** A provider of one person has no second one. */
    is_needed: z.boolean().default(true),
    /** Whether a role that moves money or lets people in, or a key with such calls, is given by two; a provider of one administrator has no second. */
    for_rights: z.boolean().default(true),
    /** Instead of the usual sums, by the words of the command: `payments refund`. */
    thresholds: z.record(z.string(), SettingRoubles).default({}),
  })
  .refine(({ thresholds }) => Object.keys(thresholds).every((words) => CALLS_OF_TWO.includes(words)), {
    path: ['thresholds'],
    error: `порог есть только у команд: ${CALLS_OF_TWO.join(', ')}`,
  })
  .prefault({});
export type SecondPersonTerms = z.output<typeof SecondPersonTerms>;
