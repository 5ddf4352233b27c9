import { z } from 'zod';
import { askedId } from '../kernel/call/asked-id.ts';
import { call } from '../kernel/call/call.ts';
import { InstantText, text } from '../kernel/call/wire.ts';

/** What a program may read by a key that it sends in a header. */
const PROGRAM_SCOPES = ['balance', 'services'] as const;
const Name = text(60).trim().min(1, 'Назовите ключ');
const AskedKey = askedId('personal_key', z.uuid('Такого ключа нет'));

const Key = z.object({
  personal_key_id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum([...PROGRAM_SCOPES, 'calendar'])).meta({
    description: '`calendar` alone: the address of the calendar, which has a secret of its own in it',
  }),
  created_at: InstantText,
  used_at: InstantText.nullable(),
});

/** Keys by which the subscriber's own programs read his account, and addresses of his calendar: docs/personal-key.md. */
export const personalKey = {
  list: call({
    method: 'GET',
    path: '/v2/personal-key',
    // A key would go on reading after the access is closed.
    members: [],
    summary: 'Keys of the subscriber’s own programs, newest first',
    result: z.array(Key),
  }),
  create: call({
    method: 'POST',
    path: '/v2/personal-key',
    members: [],
    summary: 'A new key; it is shown once',
    outdates: ['personal-key', 'notice'],
    confirm: true,
    body: z.strictObject({
      name: Name,
      scopes: z.array(z.enum(PROGRAM_SCOPES)).min(1, 'Выберите, что программа увидит').max(PROGRAM_SCOPES.length),
    }),
    result: Key.extend({
      key: z.string().meta({ secret: true, description: 'The portal keeps its hash, and the sealed reply for a day' }),
    }),
    problems: ['keys_too_many'],
  }),
  createCalendar: call({
    method: 'POST',
    path: '/v2/personal-key/calendar',
    members: [],
    summary:
      'A new address of the calendar for a calendar app; it is shown once, and whoever knows it reads the calendar',
    outdates: ['personal-key', 'notice'],
    confirm: true,
    body: z.strictObject({
      name: Name,
      replaces: AskedKey.optional().meta({ description: 'An address that ends as the new one begins' }),
    }),
    result: Key.extend({
      calendar_url: z.string().meta({
        secret: true,
        description: 'Has the secret in it; the portal keeps its hash, and the sealed reply for a day',
      }),
    }),
    problems: ['keys_too_many'],
  }),
  revoke: call({
    method: 'POST',
    path: '/v2/personal-key/revoke',
    members: [],
    summary: 'Revoke a key: from now on it reads nothing',
    outdates: ['personal-key'],
    body: z.strictObject({ personal_key_id: AskedKey }),
    result: z.object({ personal_key_id: z.string() }),
  }),
};
