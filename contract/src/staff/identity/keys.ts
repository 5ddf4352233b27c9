import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { InstantText, text } from '../../kernel/call/wire.ts';
import { Numbered, WrittenDay, words } from '../inputs.ts';

/** The most calls of a key, and the most networks. */
const MOST_CALLS = 200;
const MOST_NETWORKS = 20;

/** Keys of programs: each makes only the calls that it names, from its networks, until its day. */
export const keys = {
  add: operatorCall({
    method: 'POST',
    path: '/staff/v1/keys/add',
    confirm: true,
    summary: 'Makes a key for a program, shown once',
    roles: ['admin'],
    command: {
      words: 'keys add',
      arguments: { name: 'программа', calls: 'вызовы', networks: 'сети', until: 'день' },
      help: 'ключ для программы: вызовы через запятую («payment post,ledger lines»), сети («10.0.0.0/8»), последний день не дальше года',
    },
    body: z.strictObject({
      name: words(100, 'Название программы'),
      calls: z
        .array(text(40).trim().min(1))
        .min(1, 'Назовите хотя бы один вызов')
        .max(MOST_CALLS)
        .meta({
          description: 'Words of commands; `see people`: replies show people whole, not masked',
          examples: [['payment post']],
        }),
      networks: z
        .array(text(50).trim().min(1))
        .min(1, 'Назовите хотя бы одну сеть')
        .max(MOST_NETWORKS)
        .meta({ description: 'Addresses or networks: `10.0.0.0/8`', examples: [['10.0.0.0/8']] }),
      until: WrittenDay.meta({ description: 'Its last day, at most a year ahead' }),
    }),
    problems: ['second_person_needed'],
    second: 0,
    counts: 'rights',
    agrees: ['admin', 'owner'],
    result: z.object({
      key_id: z.int(),
      name: z.string(),
      key: z.string().meta({ secret: true, description: 'For `Authorization: Bearer`; shown this once' }),
      expires_at: InstantText,
    }),
  }),
  list: operatorCall({
    method: 'GET',
    path: '/staff/v1/keys/list',
    summary: 'Keys of programs, those that work first',
    roles: ['owner', 'admin', 'auditor'],
    command: { words: 'keys list', help: 'ключи программ: что им можно, откуда, до какого дня, когда работали' },
    result: z.array(
      z.object({
        key_id: z.int(),
        name: z.string(),
        calls: z.array(z.string()),
        networks: z.array(z.string()),
        made_by: z.string(),
        made_at: InstantText,
        expires_at: InstantText,
        used_at: InstantText.nullable(),
        state: z.enum(['works', 'expired', 'ended']),
      }),
    ),
  }),
  end: operatorCall({
    method: 'POST',
    path: '/staff/v1/keys/end',
    confirm: true,
    summary: 'Ends a key at once',
    roles: ['admin'],
    command: { words: 'keys end', arguments: { key_id: 'номер' }, help: 'закончить ключ программы' },
    body: z.strictObject({ key_id: Numbered }),
    result: z.object({ key_id: z.int(), name: z.string() }),
    problems: ['key_unknown'],
  }),
};
