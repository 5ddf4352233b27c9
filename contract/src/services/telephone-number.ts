import { z } from 'zod';
import { AskedNumber } from '../kernel/call/asked-id.ts';
import { call } from '../kernel/call/call.ts';
import { DayText, Money } from '../kernel/call/wire.ts';
import { OnlyFew, PackageUse, PhoneNumber } from './telephone-shapes.ts';

/** The price of a call to a zone; a direction without a price is free. */
const CallRate = z.object({
  zone: z.string(),
  zone_name: z.string(),
  direction: z.enum(['in', 'out']),
  connection: Money.meta({ description: 'Charged once per charged call' }),
  price: Money.meta({ description: 'Price of each started unit' }),
  unit_seconds: z.int().meta({ description: '60: charged by the minute, 1: by the second' }),
  free_seconds: z.int().meta({ description: 'Calls shorter than this cost nothing' }),
  valid_from: DayText,
});

export const telephoneNumber = {
  list: call({
    method: 'GET',
    path: '/v2/telephone-number/list',
    persons: true,
    // The frame asks for the numbers on every page; they are the services of the contract, not its calls.
    members: ['payer', 'technician', 'full'],
    summary: 'Phone numbers of the client',
    query: z.strictObject({ when: OnlyFew }),
    result: z.array(PhoneNumber),
    problems: ['many_services'],
  }),
  fullList: call({
    method: 'GET',
    path: '/v2/telephone-number/full-list',
    members: ['payer', 'full'],
    summary: 'Phone numbers of the client, including closed ones',
    result: z.array(PhoneNumber),
  }),
  plan: call({
    method: 'GET',
    path: '/v2/telephone-number/plan',
    members: ['full'],
    summary: 'The plan of one number: what calls cost today, and the minutes of this month',
    query: z.strictObject({ phone_number: AskedNumber }),
    result: z.object({
      phone_number: z.string(),
      plan: z.string(),
      summary: z.string(),
      price: Money,
      unit: z.enum(['month', 'day']),
      rates: z.array(CallRate),
      packages: z.array(PackageUse),
    }),
  }),
};
