import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { Count, DayText, inAddress, InstantText, Money } from '../../kernel/call/wire.ts';
import { Numbered, WrittenDay, WrittenSum } from '../inputs.ts';

const Kind = z.enum(['plan', 'option', 'program'], { error: 'Нужно одно из: plan, option, program' });
/** The id of a plan, option or program: an `integer` column. */
const SoldId = inAddress(z.int('Это не номер').min(1, 'Это не номер').max(2_147_483_647, 'Это не номер'));
const unit = z.enum(['month', 'day']);
/** Contracts that may read of a new price without a second person. */
const PRICED_ALONE = 1000;
const Buyers = z.int().meta({ description: 'Contracts that have it, or will: they are told' });

const Wanted = z.strictObject({
  kind: Kind,
  id: SoldId,
  from: WrittenDay.meta({ description: 'The first day of the price' }),
  price: WrittenSum,
});
const ARGUMENTS = { kind: 'plan, option или program', id: 'номер', from: 'с какого дня', price: 'цена' } as const;

const Planned = z.object({ kind: Kind, id: z.int(), name: z.string(), unit, from: DayText, was: Money, will: Money });

/** Prices of plans, options and programs, which change from a day on. */
export const prices = {
  list: operatorCall({
    method: 'GET',
    path: '/staff/v1/prices',
    summary: 'What is sold, or archived but still had, with its price of today and the next one',
    roles: ['cashier', 'support', 'engineer', 'accountant', 'owner', 'auditor'],
    command: { words: 'prices list', help: 'что продаётся, по какой цене и какая назначена' },
    result: z.array(
      z.object({
        kind: Kind,
        id: z.int(),
        name: z.string(),
        unit,
        is_archived: z.boolean(),
        price: Money,
        coming: z
          .object({
            price_change_id: z.int(),
            price: Money,
            from: DayText,
            by: z.string(),
            at: InstantText,
            is_told: z.boolean().meta({ description: 'Whether all buyers are told' }),
          })
          .nullable(),
      }),
    ),
  }),
  preview: operatorCall({
    method: 'POST',
    path: '/staff/v1/prices/preview',
    summary: 'What a new price would do; changes nothing',
    roles: ['accountant', 'owner'],
    command: { words: 'prices preview', arguments: ARGUMENTS, help: 'что даст новая цена, ничего не меняя' },
    body: Wanted,
    result: Planned.extend({
      buyers: Buyers,
      contracts: z.int(),
      services: z.int().meta({ description: 'Services that will be charged; the contracts and the money are theirs' }),
      idle: z.int().meta({ description: 'Services that have it and are charged nothing as things are: they are off' }),
      month: z.object({ was: Money, will: Money }).meta({ description: 'For thirty days, without promotions' }),
      debtors: z
        .int()
        .meta({ description: 'Accounts that could pay the first charge at the present price, but not at the new one' }),
    }),
    problems: ['price_unknown', 'price_refused'],
  }),
  plan: operatorCall({
    method: 'POST',
    path: '/staff/v1/prices/plan',
    summary: 'Plans the price of something from a day on; its buyers are told',
    roles: ['accountant'],
    second: PRICED_ALONE,
    counts: 'contracts',
    command: {
      words: 'prices plan',
      arguments: ARGUMENTS,
      options: { contracts: 'сколько договоров было в прогнозе: если их стало другое число, отказать' },
      help: 'назначить новую цену и предупредить абонентов',
    },
    body: z.strictObject({
      ...Wanted.shape,
      contracts: inAddress(Count).optional().meta({
        description: 'How many contracts the forecast has named as `buyers`; if there are others by now, price_refused',
      }),
    }),
    result: Planned.extend({ price_change_id: z.int(), buyers: Buyers }),
    problems: ['price_unknown', 'price_refused', 'second_person_needed'],
  }),
  withdraw: operatorCall({
    method: 'POST',
    path: '/staff/v1/prices/withdraw',
    summary: 'Takes a planned price back; those who have heard of it are told',
    roles: ['accountant'],
    command: {
      words: 'prices withdraw',
      arguments: { price_change_id: 'номер из prices list' },
      help: 'отозвать назначенную цену и сказать об этом предупреждённым',
    },
    body: z.strictObject({ price_change_id: Numbered }),
    result: Planned.omit({ was: true }).extend({ price_change_id: z.int() }),
    problems: ['price_not_coming'],
  }),
};
