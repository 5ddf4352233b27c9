import { z } from 'zod';
import { AskedNumber } from '../kernel/call/asked-id.ts';
import { call } from '../kernel/call/call.ts';
import { AskedPeriod, InstantText, Money, PageQuery, pageOf, PeriodText, text } from '../kernel/call/wire.ts';
import { PackageUse } from './telephone-shapes.ts';

const Direction = z.enum(['in', 'out']);

const CallLine = z.object({
  call_id: z.int(),
  at: InstantText,
  number: z.string().meta({
    description: 'The other party; stars hide its middle unless `numbers_shown_until` says that numbers are shown',
    examples: ['7927*****12'],
  }),
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

/** Calls of one hour of the day, all days of the period together. */
const CallHour = z.object({
  hour: z.int().min(0).max(23).meta({ description: 'By the clocks of the provider’s zone' }),
  direction: Direction,
  calls: z.int(),
  missed: z.int().meta({ description: 'Calls that nobody answered' }),
  seconds: z.int(),
});

/** Who saw the full numbers of others: one line for each time that they were shown, hidden again or downloaded. */
const NumberAccess = z.object({
  number_access_id: z.int(),
  at: InstantText,
  what: z.enum(['shown', 'hidden', 'csv', 'pdf']),
  period: PeriodText.nullable().meta({ description: 'The month of a downloaded table' }),
  browser: z.string(),
  network: z.string().meta({ description: 'The address without its last part' }),
  is_current: z.boolean().meta({ description: 'It was this session' }),
});

const OfNumber = z.strictObject({
  phone_number: AskedNumber.meta({ description: 'A phone number or a SIP line of the subscriber' }),
});

export const telephoneCall = {
  total: call({
    method: 'GET',
    path: '/v2/telephone-call/total',
    members: ['full'],
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
        .meta({ description: 'Digits of the other number; only while numbers are shown' }),
    }),
    result: z.object({
      period: PeriodText,
      items: z.array(CallLine),
      next: z.string().nullable(),
      totals: z.array(CallTotal).meta({ description: 'Totals of the whole period, regardless of filters' }),
      hours: z.array(CallHour).meta({ description: 'Hours with calls, regardless of filters' }),
      packages: z.array(PackageUse),
      periods: z.array(PeriodText).meta({ description: 'Periods that have calls, newest first; at most 36' }),
      numbers_shown_until: InstantText.nullable().meta({
        description: 'Until when this session sees the numbers of others in full; null while they are masked',
      }),
    }),
    problems: ['numbers_hidden'],
  }),
  showNumbers: call({
    method: 'POST',
    path: '/v2/telephone-call/show-numbers',
    members: ['full'],
    summary: 'Show this session the numbers of others in full, for ten minutes; leaves a line in the log',
    confirm: true,
    outdates: ['telephone-call'],
    body: OfNumber,
    result: z.object({ shown_until: InstantText }),
  }),
  hideNumbers: call({
    method: 'POST',
    path: '/v2/telephone-call/hide-numbers',
    members: ['full'],
    summary: 'Mask the numbers of others again',
    outdates: ['telephone-call'],
    body: OfNumber,
    result: z.object({}),
  }),
  numberAccess: call({
    method: 'GET',
    path: '/v2/telephone-call/number-access',
    members: ['full'],
    summary: 'Who saw the numbers of others in the calls of this number, newest first',
    query: PageQuery.extend(OfNumber.shape),
    result: pageOf(NumberAccess),
  }),
};
