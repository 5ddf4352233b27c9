import { z } from 'zod';
import { call } from '../kernel/call/call.ts';
import { DayText, Money, PageQuery, pageOf, text } from '../kernel/call/wire.ts';
import { PhoneNumber } from '../services/telephone-shapes.ts';
import { BlockReason } from '../shapes.ts';
import { User } from './user.ts';

/** Kinds in lists of services: those of service accounts, and phone numbers. */
const ServiceKind = z.enum(['internet', 'tv', 'sip', 'mail', 'telephone']);

const KindCount = z.object({ kind: ServiceKind, services: z.int() });

/** What a service of the place is in that works unlike the others. */
const Trouble = z.object({ state: z.enum(['connecting', 'blocked']), reason: BlockReason.nullable() });

/** A place where services are; those that have no place of their own (mailboxes, phone numbers) are together in one without an address. */
const Place = z.object({
  address: z.string().meta({ description: 'Empty for services that have no place' }),
  services: z.int(),
  kinds: z.array(KindCount),
  troubled: z.int().meta({ description: 'Services that do not work or are being connected' }),
  trouble: Trouble.nullable().meta({ description: 'What the first of them is in' }),
  monthly: Money.nullable().meta({
    description: 'Price per month of its services; null: this role does not see money',
  }),
});

/** One line of a list of services: a service account or a phone number. */
const ListedAny = z.object({ user: User.nullable(), number: PhoneNumber.nullable() });

const Places = z.object({ items: z.array(Place), next: z.string().nullable() });

/** A contract of many services in short: what differs comes first, the rest is counted. */
const Overview = z.object({
  services: z.int(),
  works: z.int().meta({ description: 'Services that are active' }),
  in_debt: z
    .int()
    .meta({ description: 'Services that are off for debt; they are not among those that need attention' }),
  kinds: z.array(
    KindCount.extend({
      troubled: z.int(),
      trouble: Trouble.nullable(),
      first: z.string().meta({ description: 'The first that needs attention, or the first: its id, or its number' }),
    }),
  ),
  troubled: z.int().meta({ description: 'How many need attention for another reason than debt' }),
  broken: z.int().meta({ description: 'How many of these do not work; the others are being connected' }),
  attention: z.array(ListedAny).meta({ description: 'The first of them; not those of `down`' }),
  down: z
    .array(Place.extend({ user: User.meta({ description: 'Its first service' }) }))
    .meta({ description: 'Places where no service works, for another reason than debt; at most two' }),
  place_count: z.int(),
  placeless: z.int().meta({ description: 'Services that have no place; they are one entry of `places`' }),
  places: Places.meta({ description: 'The first page of the places: those that differ come first' }),
});

const Spent = z.object({
  kind: z.enum([...ServiceKind.options, 'calls', 'other']).meta({
    description: '`telephone`: fees of numbers, `calls`: their calls, `other`: what belongs to no service',
  }),
  services: z.int().meta({ description: 'How many services or numbers were charged' }),
  amount: Money.meta({ description: 'Charged less returned' }),
});

/** Equal lines of a day as one. */
const SameLines = z.object({
  text: z.string(),
  side: z.enum(['paid', 'charged']),
  count: z.int(),
  each: Money.nullable().meta({ description: 'The sum of each, if all are the same' }),
  amount: Money.meta({ description: 'Money in is positive, money out is negative' }),
});

/** What the month has cost by kind, and the latest days, of both accounts. */
const Spending = z.object({
  period: z.string(),
  charged: Money,
  kinds: z.array(Spent),
  days: z.array(
    z.object({
      day: DayText,
      charged: Money.meta({ description: 'Charged less returned' }),
      services: z.int().meta({ description: 'How many services and numbers were charged' }),
      lines: z.array(SameLines).meta({ description: 'At most ten; the last one sums the rest' }),
    }),
  ),
});

const KindQuery = ServiceKind.optional();

/** Calls of `user` for a contract of many services. */
export const manyServices = {
  overview: call({
    method: 'GET',
    path: '/v2/user/overview',
    persons: true,
    members: ['payer', 'technician', 'full'],
    summary: 'A contract of many services in short: by place, exceptions first; null for one of up to 12',
    result: Overview.nullable(),
  }),
  places: call({
    method: 'GET',
    path: '/v2/user/places',
    members: ['payer', 'technician', 'full'],
    summary: 'Places of the services: those that differ first, then those with most services',
    query: PageQuery.extend({ kind: KindQuery }),
    result: Places,
  }),
  find: call({
    method: 'GET',
    path: '/v2/user/find',
    members: ['payer', 'technician', 'full'],
    summary: 'Services and numbers by text, kind and place, in display order',
    query: PageQuery.extend({
      q: text(100).trim().optional().meta({
        description: 'A part of the name, login, address or plan; digits of a number in any spelling',
      }),
      kind: KindQuery,
      address: text(1000).optional().meta({ description: 'Of this place; empty: those that have no place' }),
      troubled: z.literal('1').optional().meta({ description: 'Only those that need attention' }),
    }),
    result: pageOf(ListedAny).extend({ count: z.int().meta({ description: 'On all pages' }) }),
  }),
  spending: call({
    method: 'GET',
    path: '/v2/user/spending',
    members: ['payer', 'full'],
    summary: 'What this month has cost by kind of service, and the latest days with equal lines as one',
    result: Spending,
  }),
};
