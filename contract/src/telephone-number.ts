import { z } from 'zod';
import { call, pending } from './kernel/call.ts';
import { DayText, Money } from './kernel/wire.ts';

const PhoneNumber = z.object({
  phone_number: z.string().meta({ description: 'Eleven digits with a leading 7' }),
  state: z.enum(['active', 'blocked', 'closed']),
  reason: z.enum(['debt', 'operator']).nullable(),
  plan: z.string(),
  price: Money,
  opened_on: DayText,
  closed_on: DayText.nullable(),
});

export const telephoneNumber = {
  list: call({
    method: 'GET',
    path: '/v2/telephone-number/list',
    summary: 'Phone numbers of the client',
    result: z.array(PhoneNumber),
  }),
  fullList: call({
    method: 'GET',
    path: '/v2/telephone-number/full-list',
    summary: 'Phone numbers of the client with closed ones',
    result: z.array(PhoneNumber),
  }),
  plan: pending({
    method: 'GET',
    path: '/v2/telephone-number/plan',
    summary: 'The plan of one number',
    query: z.looseObject({ phone_number: z.string().optional() }),
  }),
};
