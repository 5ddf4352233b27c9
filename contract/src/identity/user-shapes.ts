import { z } from 'zod';
import { AccountKind, DayText, InstantText, Money } from '../kernel/call/wire.ts';
import { PhoneNumber } from '../services/telephone-shapes.ts';
import { Discount } from '../discount-shape.ts';
import { BlockReason, NewPrice, Text, UserState, UserType } from '../shapes.ts';

export const User = z.object({
  user_id: z.int(),
  user_type: UserType,
  name: z.string().meta({ description: 'The client’s name for it: «Интернет», «ТВ в спальне», a mailbox address' }),
  login: z.string(),
  address: z.string().meta({ description: 'Where the service is provided' }),
  account: AccountKind,
  state: UserState,
  reason: BlockReason.nullable(),
  state_since: InstantText,
  state_text: z
    .string()
    .meta({ description: 'The state in one Russian sentence: whether the fee is still charged, and what to do' }),
  returns_on: DayText.nullable().meta({ description: 'When a paused service resumes by itself' }),
  is_applied: z.boolean().meta({
    description: 'Whether the outside system has carried out every change of the service; until then «применяется…»',
  }),
  plan: z
    .object({
      plan_id: z.int(),
      name: z.string(),
      summary: z.string().meta({ description: 'In short: «300 Мбит/с», «148 каналов»' }),
      price: Money.nullable().meta({ description: 'null: this role does not see money' }),
      new_price: NewPrice,
      discount: Discount,
      unit: z.enum(['month', 'day']),
    })
    .nullable(),
  monthly: Money.nullable().meta({
    description:
      'Price per month of the plan, options and programs of this service; null: this role does not see money',
  }),
  planned_plan: z.object({ name: z.string(), price: Money.nullable(), from: DayText }).nullable(),
  next_charge: z.object({ day: DayText, amount: Money }).nullable(),
  userOptions: z.int().meta({ description: 'Options that are on' }),
  userOptions2: z.int().meta({ description: 'Options of its plan' }),
  detail: z
    .string()
    .nullable()
    .meta({ description: 'One more fact for this kind of service: «занято 4,1 из 5 ГБ», «график доступа включён»' }),
  infos: z.array(Text),
  duty: z.array(Text),
  days_left: z.array(Text),
});

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
export const ListedAny = z.object({ user: User.nullable(), number: PhoneNumber.nullable() });

export const Places = z.object({ items: z.array(Place), next: z.string().nullable() });

/** A contract of many services in short: what differs comes first, the rest is counted. */
export const Overview = z.object({
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
export const Spending = z.object({
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
