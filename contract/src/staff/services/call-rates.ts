import { z } from 'zod';
import { DRY_RUN, rehearsable } from '../../kernel/call/staff-change.ts';
import { operatorCall, type OperatorRole } from '../../kernel/call/staff-call.ts';
import { DayText, inAddress, Money, text } from '../../kernel/call/wire.ts';
import { SmallNumbered, words, WrittenDay } from '../inputs.ts';
import { CountedSum } from '../money/cash-shapes.ts';
import { CATALOGUE_ALONE } from './catalogue.ts';

const SEE: readonly OperatorRole[] = ['cashier', 'support', 'engineer', 'accountant', 'owner', 'auditor'];
const PROFILE: readonly OperatorRole[] = ['engineer', 'accountant'];

const Zone = text(40)
  .regex(/^[a-z][a-z0-9_]{0,39}$/, 'Код зоны: латинские буквы, цифры, подчёркивание')
  .meta({ examples: ['russia_mobile'] });
const Direction = z.enum(['in', 'out'], 'Направление: in или out');
const Access = z.enum(['home', 'abroad', 'free'], 'Доступ: home, abroad или free').meta({
  description: 'abroad: a line may have it closed; free: emergency and the like',
});
const Prefixes = text(2000)
  .regex(/^[\d*#]{0,15}(?:, ?[\d*#]{1,15}){0,199}$/, 'Коды пишутся так: 7848,7927')
  .meta({ examples: ['7848,7927'] });

const MOST_SECONDS = 3600;
const seconds = (least: number) => {
  const error = `Секунды: целое число от ${least} до ${MOST_SECONDS}`;
  return inAddress(z.int({ error, abort: true }).min(least, error).max(MOST_SECONDS, error));
};

const Rate = z.object({
  plan_id: z.int(),
  plan: z.string(),
  zone: z.string(),
  zone_name: z.string(),
  direction: Direction,
  from: DayText,
  price: Money.meta({ description: 'Of a unit' }),
  connection: Money,
  unit_seconds: z.int(),
  free_seconds: z.int().meta({ description: 'A shorter call costs nothing' }),
  state: z.enum(['past', 'now', 'planned']),
});

const RATE = { plan_id: SmallNumbered, zone: Zone, direction: Direction, from: WrittenDay };

/** What calls cost: by plan, zone and direction, from a day on. */
export const callRates = {
  list: operatorCall({
    method: 'GET',
    path: '/staff/v1/rates',
    summary: 'What calls cost by plan and zone: of today, planned, and before',
    roles: SEE,
    command: {
      words: 'rates list',
      arguments: { plan_id: 'тариф' },
      options: { zone: 'только в эту зону; без тарифа — по всем тарифам' },
      help: 'сколько стоят звонки тарифа или зоны: сейчас, раньше и с назначенного дня',
    },
    query: z.strictObject({ plan_id: SmallNumbered.optional(), zone: Zone.optional() }),
    result: z.array(Rate),
    problems: ['catalogue_unknown', 'zone_unknown'],
  }),
  plan: operatorCall({
    method: 'POST',
    path: '/staff/v1/rates/plan',
    summary: 'A new rate of calls from a day on; calls made before keep theirs',
    roles: ['accountant'],
    second: CATALOGUE_ALONE,
    counts: 'contracts',
    command: {
      words: 'rates plan',
      arguments: { plan_id: 'тариф', zone: 'зона', direction: 'in или out', from: 'с какого дня', price: 'за минуту' },
      options: {
        connection: 'за соединение',
        unit_seconds: 'шаг тарификации, секунд; обычно 60',
        free_seconds: 'звонок короче — бесплатно',
        ...DRY_RUN,
      },
      help: 'назначить цену звонков с дня; сделанные звонки остаются по прежней',
    },
    body: rehearsable({
      ...RATE,
      price: CountedSum,
      connection: CountedSum.optional(),
      unit_seconds: seconds(1).default(60),
      free_seconds: seconds(0).default(0),
    }),
    result: Rate.omit({ state: true }).extend({
      rehearsed: z.boolean(),
      was: Money.nullable().meta({ description: 'Of a unit until then; null: there was no rate' }),
      contracts: z.int().meta({ description: 'Contracts with such lines' }),
      lines: z.int(),
    }),
    problems: ['catalogue_unknown', 'zone_unknown', 'rate_refused', 'second_person_needed'],
  }),
  withdraw: operatorCall({
    method: 'POST',
    path: '/staff/v1/rates/withdraw',
    summary: 'Takes a rate back whose day has not come',
    roles: ['accountant'],
    command: {
      words: 'rates withdraw',
      arguments: { plan_id: 'тариф', zone: 'зона', direction: 'in или out', from: 'день из rates list' },
      help: 'отозвать назначенную цену звонков',
    },
    body: z.strictObject(RATE),
    result: Rate.omit({ state: true }),
    problems: ['rate_not_coming'],
  }),
};

const ZONE = { zone: Zone };

/** Where calls go: zones by the codes that numbers begin with. */
export const callZones = {
  list: operatorCall({
    method: 'GET',
    path: '/staff/v1/zones',
    summary: 'Zones of calls with the codes that their numbers begin with',
    roles: SEE,
    command: { words: 'zones list', help: 'зоны звонков и коды номеров' },
    result: z.array(
      z.object({
        zone: z.string(),
        name: z.string(),
        access: Access,
        prefixes: z.array(z.string()),
        plans: z.int().meta({ description: 'Plans that have a rate for it' }),
      }),
    ),
  }),
  add: operatorCall({
    method: 'POST',
    path: '/staff/v1/zones/add',
    summary: 'Adds a zone of calls; it costs nothing and cannot be called until plans have a rate for it',
    roles: PROFILE,
    command: {
      words: 'zones add',
      arguments: { zone: 'код зоны', name: 'название' },
      options: { access: 'home, abroad или free', prefixes: 'коды номеров: 7848,7927' },
      help: 'завести зону звонков',
    },
    body: z.strictObject({
      ...ZONE,
      name: words(100, 'Название'),
      access: Access.default('abroad'),
      prefixes: Prefixes.optional(),
    }),
    result: z.object({ zone: z.string(), name: z.string() }),
    problems: ['catalogue_named', 'prefix_taken'],
  }),
  edit: operatorCall({
    method: 'POST',
    path: '/staff/v1/zones/edit',
    summary: 'Renames a zone, or gives it codes; calls that were made keep their zone',
    roles: PROFILE,
    command: {
      words: 'zones edit',
      arguments: { zone: 'код зоны' },
      options: { name: 'название', prefixes: 'все коды номеров зоны: 7848,7927', ...DRY_RUN },
      help: 'изменить название зоны или её коды; сделанные звонки остаются, где были',
    },
    body: rehearsable({ ...ZONE, name: words(100, 'Название').optional(), prefixes: Prefixes.optional() }),
    result: z.object({
      rehearsed: z.boolean(),
      zone: z.string(),
      name: z.string(),
      added: z.array(z.string()),
      removed: z
        .array(z.string())
        .meta({ description: 'Numbers with these codes belong to a shorter code from now on' }),
    }),
    problems: ['zone_unknown', 'prefix_taken'],
  }),
};
