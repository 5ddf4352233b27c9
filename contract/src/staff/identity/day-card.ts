import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { AccountKind, DayText, Money } from '../../kernel/call/wire.ts';
import { BlockReason } from '../../shapes.ts';
import { ServiceKind } from '../../support/support-shapes.ts';
import { Numbered, WrittenDay } from '../inputs.ts';
import { OPEN_CARDS, PersonAddress, PersonName, PersonPhone, PersonWords } from '../personal.ts';

const PriceOfDay = z.object({
  amount: Money,
  unit: z.enum(['month', 'day']),
  instead_of: Money.nullable().meta({ description: 'The price of the catalogue, if the client had one of his own' }),
  known_by: z.enum(['charge', 'catalogue']).meta({
    description:
      '`charge`: the day was charged at this price; `catalogue`: it was not, that is what a charge would have been',
  }),
});

/** An option or a program that was on. */
const ExtraOfDay = z.object({
  kind: z.enum(['option', 'program']),
  name: z.string(),
  price: PriceOfDay.nullable().meta({ description: 'null: not known' }),
});

const ServiceOfDay = z.object({
  kind: ServiceKind,
  name: PersonWords,
  user_id: z.int().nullable(),
  phone_number: PersonPhone.nullable(),
  state: z.enum(['connecting', 'active', 'paused', 'blocked', 'paid', 'unknown']).meta({
    description: '`paid`: only the charge of that day is known; `unknown`: nothing tells how it was',
  }),
  reason: BlockReason.nullable(),
  blocked_because: PersonWords.nullable().meta({ description: 'What the staff wrote when they closed it' }),
  plan: z.string().nullable().meta({ description: 'null: it had none, or it is not known; then `notes` says so' }),
  price: PriceOfDay.nullable().meta({ description: 'null: not known, or it has no plan' }),
  extras: z.array(ExtraOfDay),
});

/** The card as it was at the end of a day that has passed, for the same people as the card itself. */
export const dayCard = operatorCall({
  method: 'GET',
  path: '/staff/v1/card/day',
  summary:
    'The card of a contract as it was at the end of a day: who, where, balances, services with state, plan, price and options. What history does not know is named, never guessed',
  roles: OPEN_CARDS,
  look: 'card',
  command: {
    words: 'card day',
    arguments: { contract_id: 'договор', on: 'день' },
    help: 'карточка договора на конец дня: остаток, услуги, их состояния, тарифы и цены; чего история не знает, о том так и сказано',
  },
  query: z.strictObject({ contract_id: Numbered, on: WrittenDay }),
  result: z.object({
    contract_id: z.int(),
    on: DayText,
    opened_on: DayText,
    state: z.enum(['active', 'closed']).nullable().meta({ description: 'null: not known' }),
    name: PersonName.nullable().meta({ description: 'null: it was corrected since, and the former one was not kept' }),
    address: PersonAddress.nullable().meta({ description: 'The same' }),
    accounts: z.array(
      z.object({
        kind: AccountKind,
        account_no: z.string(),
        balance: Money,
        promised: Money.nullable().meta({ description: 'A promised payment that held on that day' }),
      }),
    ),
    services: z.array(ServiceOfDay),
    programs: z.array(ExtraOfDay).meta({ description: 'Of the contract itself' }),
    notes: z.array(PersonWords).meta({ description: 'What is not known, in sentences' }),
  }),
  problems: ['contract_unknown', 'not_your_visit', 'too_many_looks'],
});
