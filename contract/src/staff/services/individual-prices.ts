import { z } from 'zod';
import { kopecks } from '../../kernel/money.ts';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { CHANGED, TERMS, termsChange } from '../../kernel/call/staff-change.ts';
import { CatalogueId, DayText, inAddress, InstantText, Money, PhoneText } from '../../kernel/call/wire.ts';
import { Preview } from '../../shapes.ts';
import { Numbered, words, WrittenDay, WrittenSum } from '../inputs.ts';
import { PersonPhone, PersonWords } from '../personal.ts';

/** What a clerk may give away alone by the month; without end nobody gives anything alone. */
const GIVEN_ALONE = kopecks(300_00);

const WRONG_PERCENT = 'Скидка: от 1 до 100 процентов';

/** What something of a contract is, in the words of its service and the catalogue. */
const Thing = {
  user_id: z.int().nullable(),
  phone_number: PersonPhone.nullable(),
  option_id: z.int().nullable(),
  program_id: z.int().nullable(),
};

const Terms = {
  percent: z.int().nullable().meta({ description: 'A discount of the price of the catalogue, whatever the plan' }),
  own_price: Money.nullable().meta({ description: 'Instead of it, a price: of this plan only' }),
  last_day: DayText.nullable().meta({ description: 'null: without end' }),
};

const PROBLEMS = [
  'contract_unknown',
  'service_unknown',
  'changed_meanwhile',
  'change_not_allowed',
  'not_enough_money',
] as const;

/** Prices and discounts of one contract. */
export const individualPrices = {
  list: operatorCall({
    method: 'GET',
    path: '/staff/v1/individual-prices',
    summary: 'What a contract pays for by the month or by the day, at which price, with its individual prices',
    roles: ['cashier', 'support', 'engineer', 'accountant', 'owner', 'auditor'],
    command: {
      words: 'service prices',
      arguments: { contract_id: 'договор' },
      help: 'за что платит договор и какие цены или скидки ему даны',
    },
    query: z.strictObject({ contract_id: Numbered }),
    result: z.object({
      contract_id: z.int(),
      version: z.int(),
      things: z.array(
        z.object({
          ...Thing,
          name: PersonWords,
          unit: z.enum(['month', 'day']),
          full: Money.meta({ description: 'The price of the catalogue' }),
          price: Money.meta({ description: 'What the contract pays' }),
          individual: z.array(
            z.object({
              ...Terms,
              from: DayText.meta({ description: 'The first day that is charged so' }),
              individual_price_id: z.int(),
              reason: PersonWords,
              given_by: z.string(),
              given_at: InstantText,
            }),
          ),
        }),
      ),
    }),
    problems: ['contract_unknown'],
  }),
  give: operatorCall({
    method: 'POST',
    path: '/staff/v1/individual-prices/give',
    summary:
      'Gives a contract a discount or a price of its own for a plan, an option or a program, for some days; what is charged stays charged',
    roles: ['accountant'],
    command: {
      words: 'service price',
      arguments: { contract_id: 'договор', reason: 'причина' },
      options: {
        user_id: 'услуга; без опции и программы — её тариф',
        phone_number: 'или телефонный номер',
        option_id: 'опция тарифа',
        program_id: 'программа услуги, а без услуги — договора',
        percent: 'скидка в процентах',
        price: 'или своя цена',
        from: 'первый день, сегодня или позже',
        last_day: 'последний день; без него — без срока',
        ...TERMS,
      },
      help: 'дать договору скидку или свою цену на тариф, опцию или программу',
    },
    body: termsChange({
      contract_id: Numbered,
      user_id: Numbered.optional(),
      phone_number: PhoneText.optional(),
      option_id: inAddress(CatalogueId).optional(),
      program_id: inAddress(CatalogueId).optional(),
      percent: inAddress(z.int(WRONG_PERCENT).min(1, WRONG_PERCENT).max(100, WRONG_PERCENT)).optional(),
      price: WrittenSum.optional(),
      from: WrittenDay.optional().meta({ description: 'Absent: today' }),
      last_day: WrittenDay.optional(),
      reason: words(500, 'Причина'),
    }),
    result: Preview.extend({
      ...CHANGED,
      ...Terms,
      individual_price_id: z.int(),
      name: PersonWords,
      unit: z.enum(['month', 'day']),
      full: Money.meta({ description: 'What a month or a day would cost without it' }),
      costs: Money.meta({ description: 'What it costs with it' }),
    }),
    problems: [...PROBLEMS, 'second_person_needed'],
    second: GIVEN_ALONE,
    asks: ['cashier', 'support', 'engineer'],
  }),
  end: operatorCall({
    method: 'POST',
    path: '/staff/v1/individual-prices/end',
    summary: 'Ends an individual price or discount before its day, not before what is charged; its subscriber is told',
    roles: ['accountant'],
    command: {
      words: 'service price-end',
      arguments: { individual_price_id: 'номер из service prices', reason: 'причина' },
      options: { last_day: 'последний день; без него — сегодня', ...TERMS },
      help: 'закончить скидку или свою цену раньше срока',
    },
    body: termsChange({
      individual_price_id: Numbered,
      last_day: WrittenDay.optional(),
      reason: words(500, 'Причина'),
    }),
    result: Preview.extend({ ...CHANGED, ...Terms, name: PersonWords }),
    problems: PROBLEMS,
  }),
};
