import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { PersonPhone } from '../personal.ts';

export const staffNetwork = {
  check: operatorCall({
    method: 'POST',
    path: '/staff/v1/network/check',
    summary: 'Compares services and phone numbers with the state of the network, and orders differences again',
    roles: ['engineer', 'admin'],
    command: { words: 'network check', help: 'сверить услуги с сетью и передать заново то, что разошлось' },
    result: z.object({
      connected: z.array(z.enum(['internet', 'tv', 'sip', 'mail', 'telephone'])).meta({
        description: 'Kinds of services that an outside system serves; orders for the others are only recorded',
      }),
      differing: z.array(
        z.object({
          user_id: z.int().nullable(),
          phone_number: PersonPhone.nullable(),
          fields: z
            .array(z.string())
            .meta({ description: 'The different fields; `service`: the network does not know the service' }),
        }),
      ),
    }),
    problems: ['outside_unavailable'],
  }),
};
