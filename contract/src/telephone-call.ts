import { z } from 'zod';
import { AskedNumber } from './kernel/asked-id.ts';
import { call } from './kernel/call.ts';
import { AskedPeriod, InstantText, Money, PageQuery, PeriodText, text } from './kernel/wire.ts';
import { PackageUse } from './shapes-telephone.ts';

const Direction = z.enum(['in', 'out']);

const CallLine = z.object({
  call_id: z.int(),
  at: InstantText,
  number: z.string().meta({ description: 'The other party, not masked: it is the subscriber’s own call' }),
  direction: Direction,
  zone: z.string().meta({ description: 'One of the zones of `totals`' }),
  seconds: z.int().meta({ description: 'Duration after the answer; 0 when nobody answered' }),
  amount: Money,
  covered_seconds: z.int().meta({ description: 'Charged time covered by a package, whole units' }),
});

const CallTotal = z.object({
  zone: z.string(),
  zone_name: z.string(),
  direction: Direction,
  calls: z.int(),
  seconds: z.int(),
  covered_seconds: z.int(),
  amount: Money,
});

export const telephoneCall = {
  total: call({
    method: 'GET',
    path: '/v2/telephone-call/total',
    summary: 'Calls of a number in a period, newest first, with totals of the whole period and the rest of packages',
    query: PageQuery.extend({
      phone_number: AskedNumber.meta({ description: 'A phone number or a SIP line of the subscriber' }),
      period: AskedPeriod.optional().meta({ description: 'The current one when left out' }),
      direction: Direction.optional(),
      zone: text(40).optional(),
      q: z
        .string()
        .regex(/^\d{2,15}$/, 'Часть номера: от 2 до 15 цифр')
        .meta({ examples: ['4820'] })
        .optional()
        .meta({ description: 'Digits of the other number' }),
    }),
    result: z.object({
      period: PeriodText,
      items: z.array(CallLine),
      next: z.string().nullable(),
      totals: z.array(CallTotal).meta({ description: 'Totals of the whole period, regardless of filters' }),
      packages: z.array(PackageUse),
      periods: z.array(PeriodText).meta({ description: 'Periods that have calls, newest first; at most 36' }),
    }),
  }),
};
