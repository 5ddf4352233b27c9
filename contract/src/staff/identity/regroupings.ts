import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { CHANGED, TERMS, termsChange } from '../../kernel/call/staff-change.ts';
import { Count, DayText, inAddress, InstantText, Money } from '../../kernel/call/wire.ts';
import { DocumentNo, Numbered, words, WrittenSum } from '../inputs.ts';
import { PersonAddress, PersonName, PersonOther, PersonPhone } from '../personal.ts';

const OFFICE = ['cashier', 'support', 'accountant'] as const;
const MOST_SERVICES = 50;

const Party = z.object({
  contract_id: z.int(),
  name: PersonName,
  is_company: z.boolean(),
  address: PersonAddress,
  phones: z.array(PersonPhone),
});

/** Contracts of one person: one becomes two, or two become one. */
export const regroupings = {
  split: operatorCall({
    method: 'POST',
    path: '/staff/v1/clients/split',
    summary:
      'Gives some services of a contract to a new contract of the same person, from today: days that are paid for go with them, the balance stays unless a part of it is named. Refused while anything is owed or open',
    roles: OFFICE,
    command: {
      words: 'contract split',
      arguments: { contract_id: 'договор', document: 'по какому документу', services: 'номера услуг через запятую' },
      options: { sum: 'сколько перенести с остатка, рублей; без него остаток не переходит', ...TERMS },
      help: 'разделить договор: выбранные услуги с оплаченными днями перейдут на новый договор того же абонента',
    },
    body: termsChange({
      contract_id: Numbered,
      document: DocumentNo,
      services: z
        .array(Numbered)
        .min(1, 'Назовите хотя бы одну услугу')
        .max(MOST_SERVICES, `Не больше ${MOST_SERVICES} услуг за раз`)
        .refine((all) => new Set(all).size === all.length, 'Каждую услугу назовите один раз')
        .meta({ description: 'Numbers of the services that go', examples: [[1, 2]] }),
      sum: WrittenSum.optional().meta({ description: 'Of the balance, beside the days that are paid for' }),
    }),
    result: z.object({
      ...CHANGED,
      new_contract_id: z.int().nullable().meta({ description: 'null: a rehearsal that was refused' }),
      account_no: z.string().nullable().meta({ description: 'Where the services are paid for now' }),
      password: z.string().nullable().meta({ secret: true, description: 'Of the new contract, for once' }),
      until: InstantText.nullable().meta({ description: 'How long it is valid' }),
      from: DayText,
      services: z.array(PersonOther).meta({ description: 'That go, without a break' }),
      stays: z.array(PersonOther).meta({ description: 'That stay' }),
      returned: Money.meta({ description: 'For days that are paid for: goes with the services' }),
      carried: Money.meta({ description: 'Of the balance' }),
      charged: Money.meta({ description: 'For the rest of the period there, at once' }),
      left: Money.meta({ description: 'On the new account' }),
      remains: Money.meta({ description: 'On the former account' }),
      refusal: z.string().nullable().meta({ description: 'Of a rehearsal: why it cannot be split now' }),
    }),
    problems: ['contract_unknown', 'changed_meanwhile', 'change_not_allowed', 'service_unknown', 'not_enough_money'],
  }),
  join: operatorCall({
    method: 'POST',
    path: '/staff/v1/clients/join',
    summary:
      'Joins a contract to another one of the same person, from today: its services and all its money go there, it ends with its history. Whose contracts both are, the reply shows; if their names differ, a reason is needed',
    roles: OFFICE,
    command: {
      words: 'contract join',
      arguments: {
        contract_id: 'договор, который закроется',
        into_contract_id: 'договор, который останется',
        document: 'по какому документу',
      },
      options: {
        reason: 'почему это один абонент, если имена разные',
        into_version: 'версия второго договора с карточки',
        ...TERMS,
      },
      help: 'объединить договоры одного абонента: услуги и деньги перейдут на второй договор, первый закроется',
    },
    body: termsChange({
      contract_id: Numbered,
      into_contract_id: Numbered,
      document: DocumentNo,
      reason: words(500, 'Причина').optional(),
      into_version: inAddress(Count).optional().meta({ description: 'As `version`, of the contract that stays' }),
    }),
    result: z.object({
      ...CHANGED,
      into_contract_id: z.int(),
      into_version: z.int().meta({ description: 'As `version`, of the contract that stays' }),
      parties: z.array(Party).meta({ description: 'Both contracts: first the one that ends' }),
      names_differ: z.boolean().meta({ description: 'The staff must make sure that it is one person, and say why' }),
      from: DayText,
      services: z.array(PersonOther).meta({ description: 'That go, without a break' }),
      transferred: Money.meta({ description: 'All of the contract that ends, days that are paid for included' }),
      charged: Money.meta({ description: 'For the rest of the period there, at once' }),
      left: Money.meta({ description: 'On the account that stays' }),
      refusal: z.string().nullable().meta({ description: 'Of a rehearsal: why they cannot be joined now' }),
      notes: z.array(z.string()).meta({ description: 'What does not go over' }),
    }),
    problems: ['contract_unknown', 'changed_meanwhile', 'change_not_allowed', 'not_enough_money'],
  }),
};
