import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { Numbered } from '../inputs.ts';

export const services = {
  connect: operatorCall({
    method: 'POST',
    path: '/staff/v1/services/connect',
    summary: 'Records that the visit was made: the service works and is charged',
    roles: ['engineer'],
    command: {
      words: 'service connect',
      arguments: { user_id: 'услуга' },
      help: 'мастер подключил услугу: она работает, списания начнутся',
    },
    body: z.strictObject({ user_id: Numbered }),
    result: z.object({ state: z.enum(['active', 'blocked']).meta({ description: 'blocked: until its debt is paid' }) }),
    problems: ['service_not_connecting'],
  }),
};

export const serviceKey = {
  forget: operatorCall({
    method: 'POST',
    path: '/staff/v1/service-key/forget',
    summary: 'After the loss of the key: erases the service passwords that it encrypted',
    roles: [],
    command: { words: 'service-key forget', help: 'ключ потерян: стереть пароли услуг, которые он запечатал' },
    result: z.object({ erased: z.int() }),
  }),
};
