import { z } from 'zod';
import { DRY_RUN, rehearsable } from '../../kernel/call/staff-change.ts';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { Count, DayText, inAddress, text } from '../../kernel/call/wire.ts';
import { SmallNumbered, words, WrittenDay } from '../inputs.ts';
import { CATALOGUE_ALONE } from './catalogue.ts';

const MOST_MINUTES = 100_000;

/** Minutes that a plan includes. */
export const callPackages = {
  list: operatorCall({
    method: 'GET',
    path: '/staff/v1/packages',
    summary: 'Packages of minutes, of one plan or of all, with those that have ended',
    roles: ['cashier', 'support', 'engineer', 'accountant', 'owner', 'auditor'],
    command: { words: 'packages list', arguments: { plan_id: 'тариф' }, help: 'пакеты минут тарифа или всех' },
    query: z.strictObject({ plan_id: SmallNumbered.optional() }),
    result: z.array(
      z.object({
        package_id: z.int(),
        plan_id: z.int(),
        plan: z.string(),
        name: z.string(),
        minutes: z.int(),
        zones: z.array(z.string()),
        from: DayText,
        until: DayText.nullable().meta({ description: 'The first day without it' }),
      }),
    ),
    problems: ['catalogue_unknown'],
  }),
  add: operatorCall({
    method: 'POST',
    path: '/staff/v1/packages/add',
    summary: 'Gives a plan minutes to zones, each month from a month on',
    roles: ['accountant'],
    command: {
      words: 'packages add',
      arguments: { plan_id: 'тариф', name: 'название', minutes: 'минут в месяц', zones: 'зоны через запятую' },
      options: { from: 'с первого дня какого месяца; без него — со следующего', ...DRY_RUN },
      help: 'включить в тариф пакет минут с месяца',
    },
    body: rehearsable({
      plan_id: SmallNumbered,
      name: words(100, 'Название'),
      minutes: inAddress(Count.pipe(z.int().min(1).max(MOST_MINUTES, `Минуты: до ${MOST_MINUTES}`))),
      zones: text(500)
        .regex(/^[a-z][a-z0-9_]{0,39}(?:, ?[a-z][a-z0-9_]{0,39}){0,11}$/, 'Зоны пишутся через запятую')
        .meta({ examples: ['home, mobile'] }),
      from: WrittenDay.optional(),
    }),
    result: z.object({ rehearsed: z.boolean(), package_id: z.int(), from: DayText, contracts: z.int() }),
    problems: ['catalogue_unknown', 'zone_unknown', 'rate_refused'],
  }),
  end: operatorCall({
    method: 'POST',
    path: '/staff/v1/packages/end',
    summary: 'Ends a package of minutes with the end of a month',
    roles: ['accountant'],
    second: CATALOGUE_ALONE,
    counts: 'contracts',
    command: {
      words: 'packages end',
      arguments: { package_id: 'номер' },
      options: { until: 'первый день месяца без него; без него — следующий', ...DRY_RUN },
      help: 'закончить пакет минут с концом месяца',
    },
    body: rehearsable({ package_id: SmallNumbered, until: WrittenDay.optional() }),
    result: z.object({ rehearsed: z.boolean(), package_id: z.int(), until: DayText, contracts: z.int() }),
    problems: ['catalogue_unknown', 'rate_refused', 'second_person_needed'],
  }),
};
