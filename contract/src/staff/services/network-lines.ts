import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { Numbered } from '../inputs.ts';
import { PersonOther } from '../personal.ts';
import { SEE_NETWORK } from './network-profiles.ts';
import { Circuit, DeviceAddress, Sessions } from './network-shapes.ts';

const LINE = z.object({
  user_id: z.int(),
  contract_id: z.int(),
  ip: PersonOther.nullable(),
  circuit: PersonOther.nullable(),
  sessions: z.int(),
});

/** Who the lines are by which clients reach the network: addresses, ports, and how many devices. */
export const networkLines = {
  list: operatorCall({
    method: 'GET',
    path: '/staff/v1/network/lines',
    summary: 'Services with an address, a port or a number of sessions of their own, in order of their numbers',
    roles: SEE_NETWORK,
    command: {
      words: 'network lines',
      options: { ip: 'чей это постоянный адрес', circuit: 'чей это порт', after_user_id: 'с услуги после этой' },
      help: 'постоянные адреса, порты линий и число сеансов услуг; по тысяче',
    },
    query: z.strictObject({
      ip: DeviceAddress.optional(),
      circuit: Circuit.optional(),
      after_user_id: Numbered.optional(),
    }),
    result: z.array(LINE),
  }),
  set: operatorCall({
    method: 'POST',
    path: '/staff/v1/network/lines/set',
    summary: 'Sets address, port and number of sessions of a service; what is not named it does not have',
    roles: ['engineer'],
    command: {
      words: 'network line',
      arguments: { user_id: 'услуга' },
      options: {
        ip: 'постоянный адрес',
        circuit: 'порт линии без пароля, как его зовёт оборудование',
        sessions: 'устройств сразу; обычно 1',
      },
      help: 'задать линию услуги целиком: адрес, порт, число сеансов; без настроек — как у всех',
    },
    body: z.strictObject({
      user_id: Numbered,
      ip: DeviceAddress.optional(),
      circuit: Circuit.optional(),
      sessions: Sessions.default(1),
    }),
    result: LINE,
    problems: ['service_unknown', 'line_taken'],
  }),
  ports: operatorCall({
    method: 'GET',
    path: '/staff/v1/network/lines/ports',
    summary:
      'Ports that lines of the house have: free are those of services that are closed; the portal knows no others',
    roles: ['support', 'technician', 'engineer'],
    command: {
      words: 'network ports',
      arguments: { contract_id: 'договор' },
      help: 'порты дома этого договора: какие заняты, какие освободились; о других портал не знает',
    },
    query: z.strictObject({ contract_id: Numbered }),
    result: z
      .array(z.object({ circuit: PersonOther, is_free: z.boolean() }))
      .meta({ description: 'Free ones first; at most 200' }),
    problems: ['contract_unknown', 'not_your_visit'],
  }),
  passwords: operatorCall({
    method: 'GET',
    path: '/staff/v1/network/passwords',
    summary: 'Services of the internet whose password nobody can read: RADIUS lets them in by their line only',
    roles: SEE_NETWORK,
    command: {
      words: 'network passwords',
      options: { after_user_id: 'с услуги после этой' },
      help: 'услуги без читаемого пароля: по CHAP и PAP их не впустить, пока абонент не сменит пароль; по тысяче',
    },
    query: z.strictObject({ after_user_id: Numbered.optional() }),
    result: z.object({
      all: z.int(),
      services: z.array(
        z.object({
          user_id: z.int(),
          contract_id: z.int(),
          has: z.enum(['hash', 'nothing']).meta({ description: 'hash: of the former system, until it is changed' }),
        }),
      ),
    }),
  }),
};
