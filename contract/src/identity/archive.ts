import { z } from 'zod';
import { askedId } from '../kernel/call/asked-id.ts';
import { call } from '../kernel/call/call.ts';
import { DayText, InstantText } from '../kernel/call/wire.ts';

/** An archive that a request names. */
export const AskedArchive = askedId('archive', z.uuid('Такого архива нет. Обновите страницу'));

const Archive = z.object({
  archive: z
    .object({
      archive_id: z.string(),
      state: z.enum(['making', 'ready', 'failed', 'erased']),
      ordered_at: InstantText,
      bytes: z.int().nullable(),
      kept_until: InstantText.nullable().meta({ description: 'When it is erased' }),
    })
    .nullable()
    .meta({ description: 'The last one; null: none was ordered yet' }),
  next_on: DayText.nullable().meta({ description: 'The first day on which another can be ordered; null: today' }),
  kept_days: z.int(),
});

/** An archive of all that the portal knows of the subscriber. */
export const archive = {
  get: call({
    method: 'GET',
    path: '/v2/archive',
    // It has all data of the contract, also data that no role may see.
    members: [],
    summary: 'The last archive of the subscriber’s data, and when he can order another',
    result: Archive,
  }),
  order: call({
    method: 'POST',
    path: '/v2/archive',
    members: [],
    summary: 'Order an archive with all data, also the numbers of others; a second order of the day changes nothing',
    outdates: ['archive', 'notice', 'telephone-number'],
    confirm: true,
    result: Archive,
  }),
};
