import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { InstantText } from '../../kernel/call/wire.ts';
import { Numbered, words } from '../inputs.ts';
import { PersonAddress, PersonName, PersonPhone, PersonWords } from '../personal.ts';
import { Who } from './who.ts';

const OF_REQUEST = { kind: z.enum(['call', 'client']), request_id: Numbered } as const;

/** Whoever asks for a call, or wants to become a client: no order yet. */
export const requestCalls = {
  requests: operatorCall({
    method: 'GET',
    path: '/staff/v1/support/requests',
    summary: 'Who asks for a call or wants to become a client',
    roles: ['support', 'engineer', 'accountant'],
    command: { words: 'requests list', help: 'кто просит позвонить и кто хочет подключиться' },
    result: z.object({
      call_backs: z.array(
        z.object({
          call_back_id: z.int(),
          phone: PersonPhone,
          topic: PersonWords,
          from: InstantText,
          to: InstantText,
          contract_id: z.int().nullable(),
          late_times: z.int(),
          taken_by: z.string().nullable(),
          withdrawn_at: InstantText.nullable().meta({ description: 'The client needs it no more; told for a day' }),
        }),
      ),
      new_clients: z.array(
        z.object({
          new_client_id: z.int(),
          name: PersonName,
          phone: PersonPhone,
          address: PersonAddress,
          plan: z.string().nullable(),
          coverage: z.enum(['connected', 'planned', 'none']),
          taken_by: z.string().nullable(),
        }),
      ),
    }),
  }),
  take: operatorCall({
    method: 'POST',
    path: '/staff/v1/support/take',
    summary: 'Says who calls, or who deals with a new client',
    roles: ['support', 'engineer'],
    command: {
      words: 'requests take',
      arguments: { kind: 'call или client', request_id: 'номер', name: 'кто' },
      help: 'взять обращение',
    },
    body: z.strictObject({ ...OF_REQUEST, name: Who }),
    result: z.object({
      request_id: z.int(),
      taken_from: z.string().nullable().meta({ description: 'Another who had taken it before' }),
    }),
    problems: ['request_unknown'],
  }),
  finish: operatorCall({
    method: 'POST',
    path: '/staff/v1/support/finish',
    summary: 'How a call, or a request of a new client, ended',
    roles: ['support', 'engineer'],
    command: {
      words: 'requests finish',
      arguments: { kind: 'call или client', request_id: 'номер', result: 'чем закончилось' },
      options: { note: 'о чём договорились; клиент это прочитает' },
      help: 'закончить обращение: call — called, no_answer, refused; client — signed, impossible, refused, no_answer',
    },
    body: z.strictObject({
      ...OF_REQUEST,
      result: z.enum(['called', 'no_answer', 'refused', 'signed', 'impossible'], {
        error: 'Чем закончилось: called, no_answer, refused, signed или impossible',
      }),
      note: words(500, 'О чём договорились').optional(),
    }),
    result: z.object({ request_id: z.int() }),
    problems: ['request_unknown'],
  }),
};
