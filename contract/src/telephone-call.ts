import { pending } from './kernel/call.ts';

export const telephoneCall = {
  total: pending({
    method: 'GET',
    path: '/v2/telephone-call/total',
    summary: 'Calls of a number in a period, with totals',
  }),
};
