import { z } from 'zod';
import { askedId } from './kernel/asked-id.ts';
import { call } from './kernel/call.ts';
import { InstantText, text } from './kernel/wire.ts';

const KEY_SCOPES = ['balance', 'services', 'calendar'] as const;
const Scope = z.enum(KEY_SCOPES);

const Key = z.object({
  personal_key_id: z.string(),
  name: z.string(),
  scopes: z.array(Scope),
  created_at: InstantText,
  used_at: InstantText.nullable(),
});

/** Keys by which the subscriber's own programs read his account: docs/personal-key.md. */
export const personalKey = {
  list: call({
    method: 'GET',
    path: '/v2/personal-key',
    summary: 'Keys of the subscriber’s own programs, newest first',
    result: z.array(Key),
  }),
  create: call({
    method: 'POST',
    path: '/v2/personal-key',
    summary: 'A new key; it is shown once',
    outdates: ['personal-key', 'notice'],
    confirm: true,
    body: z.strictObject({
      name: text(60).trim().min(1, 'Назовите ключ'),
      scopes: z.array(Scope).min(1, 'Выберите, что программа увидит').max(KEY_SCOPES.length),
    }),
    result: Key.extend({
      key: z.string().meta({ description: 'The portal keeps only its hash' }),
      calendar_url: z.string().nullable().meta({ description: 'For a calendar app; has the key in it' }),
    }),
    problems: ['keys_too_many'],
  }),
  revoke: call({
    method: 'POST',
    path: '/v2/personal-key/revoke',
    summary: 'Revoke a key: from now on it reads nothing',
    outdates: ['personal-key'],
    body: z.strictObject({ personal_key_id: askedId('personal_key', z.uuid('Такого ключа нет')) }),
    result: z.object({ personal_key_id: z.string() }),
  }),
};
