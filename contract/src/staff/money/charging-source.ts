import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { DRY_RUN, rehearsable } from '../../kernel/call/staff-change.ts';
import { DayText, InstantText } from '../../kernel/call/wire.ts';
import { Numbered, words } from '../inputs.ts';

const SCOPE = {
  town: words(100, 'Город').optional().meta({ description: 'Only contracts of this town' }),
  contract_id: Numbered.optional().meta({ description: 'Only this contract' }),
};
const SCOPE_TYPED = { town: 'только город', contract_id: 'только договор' } as const;

const SwitchedSource = z.object({
  rehearsed: z.boolean().meta({ description: 'Nothing was changed' }),
  outcome: z.enum(['changed', 'known']),
  contracts: z.int().meta({ description: 'That the named side charges from now on, and has not before' }),
  first_day: DayText.nullable().meta({
    description:
      'The first day that the named side charges; the day before is still of the other one. null: none is named',
  }),
  unanswered: z.int().meta({ description: 'Requests to the other billing that wait for an answer' }),
  refusal: z.string().nullable().meta({ description: 'Of a rehearsal: why it would be refused' }),
});

/** A source that is named: the nearest decides, of a contract, else of its town, else of the provider. */
export const NamedSource = z.object({
  source: z.enum(['own', 'external']),
  town: z.string().nullable(),
  contract_id: z.int().nullable(),
  since: InstantText,
  contracts: z.int().meta({ description: 'For which it decides' }),
});

/** Whose charging counts. */
export const chargingSource = {
  external: operatorCall({
    method: 'POST',
    path: '/staff/v1/charging/external',
    summary:
      'Another billing charges and tells balances and services: of the provider, until charging has begun here, or of a town or a contract',
    roles: ['accountant'],
    command: {
      words: 'charge external',
      options: { ...SCOPE_TYPED, ...DRY_RUN },
      help: 'начисляет другая расчётная система: кабинет сам ничего не списывает и не отключает',
    },
    body: rehearsable(SCOPE),
    result: SwitchedSource,
    problems: ['charging_begun', 'town_unknown', 'contract_unknown', 'charging_under_way'],
  }),
  own: operatorCall({
    method: 'POST',
    path: '/staff/v1/charging/own',
    summary: 'Charging is ours again: of the provider, on hold until a first day is named, or of a town or a contract',
    roles: ['accountant'],
    command: {
      words: 'charge own',
      options: {
        ...SCOPE_TYPED,
        early: 'да: раньше тридцати ночей',
        settle: 'да: решить всё, что ждёт другой системы: деньги подтвердить, просьбы об услугах отклонить',
        ...DRY_RUN,
      },
      help: 'начислять будет кабинет: всем — пауза, пока не назначен первый день; городу или договору — с завтра',
    },
    body: rehearsable({
      ...SCOPE,
      early: z.enum(['yes', 'да']).optional().meta({ description: 'Needed before thirty nights in a row agree' }),
      settle: z.enum(['yes', 'да']).optional().meta({
        description: 'Ends what waits for the other billing: money is confirmed, changes of services are refused',
      }),
    }),
    result: SwitchedSource.extend({
      settled: z.object({ confirmed: z.int(), refused: z.int(), forgotten: z.int() }).nullable().meta({
        description: 'Requests about money, requests about services, rows that were not taken; null: not asked',
      }),
    }),
    problems: ['shadow_disagrees', 'billing_unsettled', 'town_unknown', 'contract_unknown'],
  }),
};
