import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { Numbered, words } from '../inputs.ts';

const UNMASKED = ['name', 'phone', 'address', 'mail', 'document'] as const;

export const unmask = {
  show: operatorCall({
    method: 'POST',
    path: '/staff/v1/unmask',
    summary:
      'Shows whole what is masked for the role, and not what is hidden from it: one kind of one contract, for a reason; recorded, and shown to the subscriber',
    roles: ['owner', 'admin', 'support'],
    look: 'unmask',
    command: {
      words: 'unmask',
      arguments: { contract_id: 'договор', kind: 'name, phone, address, mail или document', reason: 'зачем' },
      help: 'показать целиком имя, телефон, адрес, почту или документ абонента; он увидит, кто смотрел',
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
    problems: ['contract_unknown', 'role_not_allowed', 'too_many_looks'],
  }),
};
