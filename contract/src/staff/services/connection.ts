import { z } from 'zod';
import { AskedUserInAddress } from '../../kernel/call/asked-id.ts';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { DRY_RUN, rehearsable } from '../../kernel/call/staff-change.ts';
import { InstantText } from '../../kernel/call/wire.ts';
import { Cause } from '../../support/support-shapes.ts';
import { Numbered } from '../inputs.ts';
import { PersonOther, PersonWords } from '../personal.ts';
import { DONE_AT, DoneAt } from '../support/done-at.ts';
import { Circuit, Mac } from './network-shapes.ts';

/** A service begins: the technician connects it, its router comes on line. */
export const connectionCalls = {
  connect: operatorCall({
    method: 'POST',
    path: '/staff/v1/services/connect',
    summary: 'Records that a service is connected: it works and is charged; its visit ends with that or goes on',
    roles: ['technician', 'engineer'],
    command: {
      words: 'service connect',
      arguments: { user_id: 'услуга' },
      options: {
        circuit: 'порт линии, как его зовёт оборудование',
        mac: 'MAC роутера: привязать его',
        visit: 'goes_on — визит не окончен, заявку закроют отдельно',
        done_at: DONE_AT,
        ...DRY_RUN,
      },
      help: 'мастер подключил услугу: она работает, списания начнутся; порт и роутер — сразу же',
    },
    body: rehearsable({
      user_id: Numbered,
      circuit: Circuit.optional(),
      mac: Mac.optional(),
      visit: z
        .enum(['ends', 'goes_on'], 'Ответьте ends или goes_on')
        .optional()
        .meta({ description: 'goes_on: its order stays open until the master closes it; without it, it ends' }),
      done_at: DoneAt,
    }),
    result: z.object({
      contract_id: z.int(),
      rehearsed: z.boolean(),
      state: z.enum(['active', 'blocked']).meta({ description: 'blocked: until its debt is paid' }),
    }),
    problems: ['service_not_connecting', 'service_unknown', 'change_not_allowed', 'line_taken', 'not_your_visit'],
  }),
  session: operatorCall({
    method: 'GET',
    path: '/staff/v1/services/session',
    summary: 'Whether the router of an internet service is on line, and if not, why: the check of its subscriber',
    roles: ['support', 'technician', 'engineer'],
    command: {
      words: 'session show',
      arguments: { contract_id: 'договор', user_id: 'услуга' },
      help: 'на связи ли роутер услуги, а если нет — почему',
    },
    query: z.strictObject({ contract_id: Numbered, user_id: AskedUserInAddress }),
    result: z.object({
      session: z
        .object({
          address: PersonOther,
          since: InstantText,
          mac: PersonOther.nullable(),
          is_other: z.boolean().meta({ description: 'It is the session of another device than the bound one' }),
        })
        .nullable()
        .meta({ description: 'The latest that is on' }),
      cause: Cause,
      title: PersonWords,
      lead: PersonWords,
      evidence: z.array(PersonWords).meta({ description: 'What the network has told of the router' }),
    }),
    problems: ['change_not_allowed', 'not_your_visit'],
  }),
};
