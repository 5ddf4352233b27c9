import { z } from 'zod';
import { AskedNumber, AskedUserInAddress } from '../../kernel/call/asked-id.ts';
import { ACTING_ROLES, operatorCall } from '../../kernel/call/staff-call.ts';
import { DayText, InstantText, Money } from '../../kernel/call/wire.ts';
import { User } from '../../identity/user.ts';
import { PhoneNumber } from '../../services/telephone-shapes.ts';
import { Account, PrintedNo } from '../../shapes.ts';
import { Cause, Check, Order, ServiceKind } from '../../support/support-shapes.ts';
import { Numbered } from '../inputs.ts';
import { dayCard } from './day-card.ts';
import {
  OPEN_CARDS,
  PersonAddress,
  PersonDocument,
  PersonMail,
  PersonName,
  PersonPhone,
  PersonWords,
} from '../personal.ts';
import { PAPER_KINDS } from './papers.ts';

/** The links of «почему не работает», in order; a kind of service has those that concern it. */
const CHAIN_LINKS = [
  'money',
  'house',
  'service',
  'line',
  'router',
  'session',
  'speed',
  'space',
  'phones',
  'spending',
] as const;

const Link = z.object({
  link: z.enum(CHAIN_LINKS),
  state: z.enum(['ok', 'bad', 'unknown', 'not_reached']).meta({
    description: '`unknown`: the portal has no proof; `not_reached`: an earlier link is broken',
  }),
  checks: z.array(Check).meta({ description: 'The steps of the subscriber’s own check' }),
  evidence: z.array(PersonWords).meta({ description: 'What the network has told: port, MAC, address, when' }),
});

const Chain = z.object({
  service: z
    .object({
      kind: ServiceKind,
      name: PersonWords,
      user_id: z.int().nullable(),
      phone_number: PersonPhone.nullable(),
      closed_because: PersonWords.nullable().meta({ description: 'What the staff wrote when they closed it' }),
    })
    .nullable()
    .meta({ description: 'null: the contract has no service' }),
  links: z.array(Link),
  broken: z
    .enum(CHAIN_LINKS)
    .nullable()
    .meta({ description: 'The first broken link; null: everything up to the device works' }),
  finding: z.object({ cause: Cause, title: PersonWords, lead: PersonWords }).meta({
    description: 'What the subscriber reads; a sentence to say',
  }),
  incident_id: z.int().nullable(),
});

/** A contact: confirmed ones are also logins. Which of the two it tells, a phone or an address of mail, its kind says. */
const Contacts = z.object({
  phones: z.array(z.object({ phone: PersonPhone, whose: PersonName.nullable(), is_confirmed: z.boolean() })),
  mails: z.array(z.object({ mail: PersonMail, whose: PersonName.nullable(), is_confirmed: z.boolean() })),
});

export const card = {
  show: operatorCall({
    method: 'GET',
    path: '/staff/v1/card',
    summary:
      'The card of a contract: who, where, money with its forecast, services with prices, why it does not work, open orders, incidents, who of the staff has looked',
    roles: OPEN_CARDS,
    look: 'card',
    command: {
      words: 'card',
      arguments: { contract_id: 'договор' },
      options: { user_id: 'услуга, о которой «почему не работает»', phone_number: 'или телефонный номер' },
      help: 'карточка договора: кто, где, деньги и до какого дня, услуги, почему не работает, заявки, аварии, кто смотрел',
    },
    query: z.strictObject({
      contract_id: Numbered,
      user_id: AskedUserInAddress.optional(),
      phone_number: AskedNumber.optional().meta({ examples: ['78482003107'] }),
    }),
    result: z.object({
      contract_id: z.int(),
      printed_no: PrintedNo,
      version: z.int().meta({ description: 'Of the contract with its services: a change of terms sends it back' }),
      name: PersonName,
      is_company: z.boolean(),
      state: z.enum(['active', 'suspended', 'closed']),
      address: PersonAddress,
      former_addresses: z
        .array(z.object({ address: PersonAddress, until: DayText }))
        .meta({ description: 'Where it lived before a move, the latest first' }),
      handed_from: z.int().nullable().meta({ description: 'The contract of the former subscriber of its services' }),
      handed_to: z.int().nullable().meta({ description: 'The contract that its services went to' }),
      paper: z
        .object({ kind: z.enum(PAPER_KINDS), number: PersonDocument })
        .nullable()
        .meta({ description: 'The document of the person, or the INN of the company; null: none was entered' }),
      regrouped: z
        .array(
          z.object({
            contract_id: z.int(),
            how: z.enum(['split_from', 'split_to', 'joined_from', 'joined_to']),
            on: DayText,
          }),
        )
        .meta({ description: 'Other contracts of the same person that its services came from or went to' }),
      opened_on: DayText,
      billing_day: z.int(),
      contacts: Contacts,
      accounts: z
        .array(
          Account.extend({
            missing: Money.meta({ description: 'What brings back the services that are off for debt' }),
          }),
        )
        .meta({ description: 'As the subscriber sees them' }),
      services: z.array(User).meta({ description: 'As the subscriber sees them' }),
      numbers: z.array(PhoneNumber),
      chain: Chain,
      orders: z.array(Order).meta({ description: 'Open ones' }),
      incidents: z.array(
        z.object({
          incident_id: z.int(),
          cause: z.string(),
          began_at: InstantText,
          planned_until: InstantText.nullable(),
        }),
      ),
      looks: z
        .array(z.object({ read_at: InstantText, operator: z.string(), role: z.enum(ACTING_ROLES), call: z.string() }))
        .meta({ description: 'The latest ten' }),
      here: z
        .array(z.object({ person_id: z.int(), name: z.string(), since: InstantText }))
        .meta({ description: 'Who of the staff has this card open now, the asker included' }),
    }),
    problems: ['contract_unknown', 'not_your_visit', 'too_many_looks'],
  }),
  day: dayCard,
};
