import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { Id, InstantText } from '../../kernel/call/wire.ts';
import { Numbered, SmallNumbered, words } from '../inputs.ts';
import { EVENT_KINDS } from './events.ts';

const Addressed = z.strictObject({ webhook_id: SmallNumbered });
const Named = z.object({ webhook_id: z.int(), name: z.string() });
const WithSecret = Named.extend({
  secret: z.string().meta({ secret: true, description: 'Signs what is sent; shown this once' }),
});
const OF_ID = { webhook_id: 'номер' } as const;

/** Addresses that events are sent to. */
export const webhooks = {
  add: operatorCall({
    method: 'POST',
    path: '/staff/v1/webhooks/add',
    confirm: true,
    summary: 'Sends every event from now on to an address; its secret is shown once',
    roles: ['admin'],
    command: {
      words: 'webhooks add',
      arguments: { name: 'программа', url: 'адрес' },
      help: 'отправлять события по адресу https://…; секрет для проверки подписи показываем один раз',
    },
    body: z.strictObject({ name: words(100, 'Название программы'), url: words(500, 'Адрес') }),
    result: WithSecret,
  }),
  list: operatorCall({
    method: 'GET',
    path: '/staff/v1/webhooks/list',
    summary: 'Addresses that events are sent to, with what waits and why',
    roles: ['engineer', 'owner', 'admin', 'auditor'],
    command: { words: 'webhooks list', help: 'куда отправляются события, сколько ждёт и почему' },
    result: z.array(
      Named.extend({
        host: z.string().meta({ description: 'The rest of the address may hold a secret' }),
        state: z.enum(['works', 'fails', 'paused']),
        through: z.int().meta({ description: 'Events up to this one are delivered, or wait one by one' }),
        waiting: z.int().meta({ description: 'Events behind it, and those that wait one by one' }),
        dead: z.int().meta({ description: 'Events that were given up' }),
        failures: z.int(),
        last_error: z.string().nullable(),
        next_at: InstantText.nullable(),
        told_at: InstantText.nullable(),
      }),
    ),
  }),
  rotate: operatorCall({
    method: 'POST',
    path: '/staff/v1/webhooks/rotate',
    confirm: true,
    summary: 'Makes a new secret; the former one signs beside it for a day',
    roles: ['admin'],
    command: { words: 'webhooks rotate', arguments: OF_ID, help: 'новый секрет; прежний подписывает рядом ещё сутки' },
    body: Addressed,
    result: WithSecret,
    problems: ['webhook_unknown'],
  }),
  pause: operatorCall({
    method: 'POST',
    path: '/staff/v1/webhooks/pause',
    summary: 'Sends nothing until it is resumed; nothing is lost meanwhile',
    roles: ['engineer', 'admin'],
    command: { words: 'webhooks pause', arguments: OF_ID, help: 'пока не отправлять; события подождут' },
    body: Addressed,
    result: Named,
    problems: ['webhook_unknown'],
  }),
  resume: operatorCall({
    method: 'POST',
    path: '/staff/v1/webhooks/resume',
    summary: 'Sends again, at once',
    roles: ['engineer', 'admin'],
    command: { words: 'webhooks resume', arguments: OF_ID, help: 'отправлять дальше, сразу' },
    body: Addressed,
    result: Named,
    problems: ['webhook_unknown'],
  }),
  replay: operatorCall({
    method: 'POST',
    path: '/staff/v1/webhooks/replay',
    summary: 'Sends all events after one again, or all that are kept',
    roles: ['engineer', 'admin'],
    command: {
      words: 'webhooks replay',
      arguments: OF_ID,
      options: { after: 'после какого события; без него — все, что хранятся' },
      help: 'отправить события ещё раз, по порядку',
    },
    body: z.strictObject({ webhook_id: SmallNumbered, after: Id.optional() }),
    result: Named.extend({ through: z.int() }),
    problems: ['webhook_unknown', 'events_gone'],
  }),
  remove: operatorCall({
    method: 'POST',
    path: '/staff/v1/webhooks/remove',
    confirm: true,
    summary: 'Sends nothing to the address any more, and forgets its secret',
    roles: ['admin'],
    command: { words: 'webhooks remove', arguments: OF_ID, help: 'больше не отправлять; секрет забыть' },
    body: Addressed,
    result: Named,
    problems: ['webhook_unknown'],
  }),
  letters: operatorCall({
    method: 'GET',
    path: '/staff/v1/webhooks/letters',
    summary: 'Events that were given up, oldest first; at most 200',
    roles: ['engineer', 'admin', 'auditor'],
    command: { words: 'webhooks letters', help: 'события, которые получатель так и не принял' },
    result: z.array(
      Named.extend({
        event_id: z.int(),
        contract_id: z.int(),
        kind: z.enum(EVENT_KINDS),
        at: InstantText,
        attempts: z.int(),
        last_error: z.string().nullable(),
      }),
    ),
  }),
  again: operatorCall({
    method: 'POST',
    path: '/staff/v1/webhooks/again',
    summary: 'Sends events again that were given up: one, or all of an address',
    roles: ['engineer', 'admin'],
    command: {
      words: 'webhooks again',
      arguments: OF_ID,
      options: { event_id: 'событие; без него — все' },
      help: 'отправить непринятые события ещё раз',
    },
    body: z.strictObject({ webhook_id: SmallNumbered, event_id: Numbered.optional() }),
    result: Named.extend({ count: z.int() }),
    problems: ['webhook_unknown'],
  }),
};
