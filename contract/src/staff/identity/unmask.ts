import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { Numbered, words } from '../inputs.ts';

const UNMASKED = ['name', 'phone', 'address', 'mail'] as const;

export const unmask = {
  show: operatorCall({
    method: 'POST',
    path: '/staff/v1/unmask',
    summary:
      'Shows whole what is masked for the role, one kind of one contract, for a reason; recorded, and shown to the subscriber',
    roles: ['owner', 'admin'],
    look: 'unmask',
    command: {
      words: 'unmask',
      arguments: { contract_id: 'договор', kind: 'name, phone, address или mail', reason: 'зачем' },
      help: 'показать целиком имя, телефон, адрес или почту абонента; он увидит, кто смотрел',
    },
    body: z.strictObject({
      contract_id: Numbered,
      kind: z.enum(UNMASKED, `Что показать: ${UNMASKED.join(', ')}`),
      reason: words(300, 'Зачем'),
    }),
    result: z.object({
      contract_id: z.int(),
      kind: z.enum(UNMASKED),
      values: z.array(z.string()).meta({ secret: true, description: 'Kept nowhere' }),
    }),
    problems: ['contract_unknown', 'too_many_looks'],
  }),
};
