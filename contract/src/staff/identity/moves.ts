import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { CHANGED, TERMS, termsChange } from '../../kernel/call/staff-change.ts';
import { AccountKind, DayText, InstantText, Money, PhoneText } from '../../kernel/call/wire.ts';
import { DocumentNo, Numbered, words } from '../inputs.ts';
import { PersonAddress, PersonName, PersonOther } from '../personal.ts';

const OFFICE = ['cashier', 'support', 'accountant'] as const;

/** A contract goes to another address, or its services to another person. */
export const moves = {
  move: operatorCall({
    method: 'POST',
    path: '/staff/v1/clients/move',
    summary:
      'Moves a contract to another address: its lines are released and wait for the technician, days that are left are given back, the former address stays in the history',
    roles: OFFICE,
    command: {
      words: 'contract move',
      arguments: { contract_id: 'договор', document: 'по какому документу', town: 'город', house: 'дом' },
      options: {
        street: 'улица',
        flat: 'квартира',
        wired: 'yes — дома нет в списке сети, но инженер подтвердил, что линия будет',
        slot_id: 'окно мастера',
        ...TERMS,
      },
      help: 'переезд: линии освободятся, услуги подключит мастер по новому адресу, до этого списаний нет',
    },
    body: termsChange({
      contract_id: Numbered,
      document: DocumentNo,
      town: words(100, 'Город'),
      street: words(100, 'Улица').optional(),
      house: words(20, 'Дом'),
      flat: words(20, 'Квартира').optional(),
      wired: z.enum(['yes', 'no'], 'Ответьте yes или no').default('no'),
      slot_id: Numbered.optional(),
    }),
    result: z.object({
      ...CHANGED,
      was: PersonAddress,
      address: PersonAddress,
      coverage: z.enum(['connected', 'planned', 'none']),
      services: z
        .array(
          z.object({
            user_id: z.int(),
            name: PersonOther,
            plan: z.string(),
            possible: z.boolean(),
            reason: z.string().nullable(),
          }),
        )
        .meta({ description: 'That wait for the technician at the new address, and whether it can have them' }),
      stays: z.array(PersonOther).meta({ description: 'Services that need no line, and go on' }),
      accounts: z.array(
        z.object({
          kind: AccountKind,
          account_no: z.string(),
          returned: Money.meta({ description: 'For days that are left' }),
          balance: Money.meta({ description: 'After it' }),
        }),
      ),
      from: DayText,
      visit: z.object({ order_id: z.int(), from: InstantText, to: InstantText, master: z.string() }).nullable(),
      refusal: z.string().nullable().meta({ description: 'Of a rehearsal: why it cannot be moved there now' }),
    }),
    problems: ['contract_unknown', 'changed_meanwhile', 'place_unknown', 'change_not_allowed', 'slot_not_free'],
  }),
  handOver: operatorCall({
    method: 'POST',
    path: '/staff/v1/clients/hand-over',
    summary:
      'Gives the services of a contract and what is on its account to a new contract of another person, from today: the former contract ends with everything that is its subscriber’s own. Refused while anything is owed or open',
    roles: OFFICE,
    command: {
      words: 'contract hand-over',
      arguments: { contract_id: 'договор', document: 'по какому документу', name: 'новый абонент' },
      options: {
        company: 'yes — организация',
        phone: 'телефон нового абонента: на него уйдёт код, его подтверждает contract contact-confirm',
        ...TERMS,
      },
      help: 'переоформить на другого: услуги и остаток перейдут на новый договор, прежний закроется со всей перепиской',
    },
    body: termsChange({
      contract_id: Numbered,
      document: DocumentNo,
      name: words(200, 'Имя'),
      company: z.enum(['yes', 'no'], 'Ответьте yes или no').default('no'),
      phone: PhoneText.optional(),
    }),
    result: z.object({
      ...CHANGED,
      new_contract_id: z.int().nullable().meta({ description: 'null: a rehearsal that was refused' }),
      account_no: z.string().nullable().meta({ description: 'Where the new subscriber pays' }),
      name: PersonName,
      password: z.string().nullable().meta({ secret: true, description: 'Of the new subscriber, for once' }),
      until: InstantText.nullable().meta({ description: 'How long it is valid' }),
      from: DayText,
      services: z.array(PersonOther).meta({ description: 'That go on without a break' }),
      transferred: Money.meta({ description: 'What goes to the new account' }),
      charged: Money.meta({ description: 'For the rest of the period there, at once' }),
      left: Money,
      contact: z
        .object({ kind: z.literal('phone'), to: z.string().meta({ description: 'Masked' }) })
        .nullable()
        .meta({ description: 'Where a code was sent; null: nowhere' }),
      refusal: z.string().nullable().meta({ description: 'Of a rehearsal: why it cannot be handed over now' }),
      notes: z.array(z.string()).meta({ description: 'What does not go over: discounts' }),
    }),
    problems: ['contract_unknown', 'changed_meanwhile', 'change_not_allowed', 'not_enough_money', 'code_too_soon'],
  }),
};
