import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { DayText, InstantText, Money, text } from '../../kernel/call/wire.ts';
import { NewPrice } from '../../shapes.ts';
import { ServiceKind } from '../../support/support-shapes.ts';
import { words } from '../inputs.ts';
import { PersonAddress, PersonName, PersonOther, PersonPhone } from '../personal.ts';

const OPENS = ['cashier', 'support', 'engineer', 'accountant'] as const;

const Coverage = z.enum(['connected', 'planned', 'none']);

/** A contract that a clerk should know of before he makes another. */
const Known = z.object({
  contract_id: z.int(),
  name: PersonName,
  address: PersonAddress,
  state: z.enum(['active', 'suspended', 'closed']),
  closed_on: DayText.nullable(),
  owes: Money.meta({ description: 'What its accounts are below zero; 0: nothing' }),
});

/** What a clerk asks before he opens a contract: who waits for it, and what can be had at an address. */
export const connect = {
  waiting: operatorCall({
    method: 'GET',
    path: '/staff/v1/connect/waiting',
    summary: 'Guests who have asked to be connected, with all that they have said, and the towns of the provider',
    roles: OPENS,
    command: { words: 'connect waiting', help: 'кто просит подключить и что о нём известно; города' },
    result: z.object({
      towns: z.array(z.string()).meta({ description: 'The provider’s first one first' }),
      requests: z.array(
        z.object({
          request_id: z.int(),
          name: PersonName,
          phone: PersonPhone,
          address: PersonAddress,
          town: z.string(),
          street: z.string(),
          house: z.string(),
          flat: PersonOther.nullable(),
          plan_id: z.int().nullable(),
          plan: z.string().nullable(),
          services: z.array(ServiceKind),
          coverage: Coverage,
          created_at: InstantText,
          taken_by: z.string().nullable(),
        }),
      ),
    }),
  }),
  check: operatorCall({
    method: 'GET',
    path: '/staff/v1/connect/check',
    summary:
      'What an address answers: whether it is served, which plans it can have, when somebody can come, who had a contract there, and where the same person has one',
    roles: OPENS,
    command: {
      words: 'connect check',
      arguments: { town: 'город' },
      options: {
        street: 'улица или её начало',
        house: 'дом',
        flat: 'квартира',
        company: 'yes — организация',
        name: 'кого подключаем: есть ли у него другой договор',
        phone: 'его телефон',
      },
      help: 'что можно подключить по адресу и какие договоры там были',
    },
    noted: true,
    query: z.strictObject({
      town: words(100, 'Город'),
      street: text(100).trim().optional(),
      house: text(20).trim().optional(),
      flat: text(20).trim().optional(),
      company: z.enum(['yes', 'no'], 'Ответьте yes или no').default('no'),
      name: text(200).trim().optional(),
      phone: text(30).trim().optional(),
    }),
    result: z.object({
      streets: z
        .array(z.object({ name: z.string(), district: z.string().nullable() }))
        .meta({ description: 'That the typed one may be; none once it is a whole one' }),
      place: z
        .object({
          street: z.string().nullable(),
          state: Coverage,
          ready_on: DayText.nullable(),
          waiting: z.int().meta({ description: 'Open requests from this house' }),
        })
        .nullable()
        .meta({ description: 'null: no such town or street, or no house yet' }),
      plans: z.array(
        z.object({
          plan_id: z.int(),
          service_kind: ServiceKind,
          name: z.string(),
          summary: z.string(),
          price: Money,
          new_price: NewPrice,
          unit: z.enum(['month', 'day']),
          possible: z.boolean(),
          reason: z.string().nullable(),
        }),
      ),
      visits: z.array(z.object({ slot_id: z.int(), from: InstantText, to: InstantText, is_free: z.boolean() })),
      there: z.array(Known).meta({ description: 'Contracts of this very flat, or of the house if it has no flats' }),
      same: z.array(Known).meta({ description: 'Elsewhere, of the same name or with this phone' }),
    }),
  }),
};
