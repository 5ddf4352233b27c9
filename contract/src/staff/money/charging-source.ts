import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';

const NamedSource = z.object({
  outcome: z.enum(['changed', 'known']),
  unanswered: z.int().meta({ description: 'Requests to the other billing that wait for an answer' }),
});

/** Whose charging counts. */
export const chargingSource = {
  external: operatorCall({
    method: 'POST',
    path: '/staff/v1/charging/external',
    summary: 'Another billing charges and tells balances and services; possible until charging has begun here',
    roles: ['accountant'],
    command: {
      words: 'charge external',
      help: 'начисляет другая расчётная система: кабинет сам ничего не списывает и не отключает',
    },
    result: NamedSource,
    problems: ['charging_begun'],
  }),
  own: operatorCall({
    method: 'POST',
    path: '/staff/v1/charging/own',
    summary: 'Charging is ours again: on hold until a first day is named',
    roles: ['accountant'],
    command: {
      words: 'charge own',
      options: {
        early: 'да: раньше тридцати ночей',
        settle: 'да: решить всё, что ждёт другой системы: деньги подтвердить, просьбы об услугах отклонить',
      },
      help: 'начислять будет кабинет: пауза, пока не назначен первый день',
    },
    body: z.strictObject({
      early: z.enum(['yes', 'да']).optional().meta({ description: 'Needed before thirty nights in a row agree' }),
      settle: z.enum(['yes', 'да']).optional().meta({
        description: 'Ends what waits for the other billing: money is confirmed, changes of services are refused',
      }),
    }),
    result: NamedSource.extend({
      settled: z.object({ confirmed: z.int(), refused: z.int(), forgotten: z.int() }).nullable().meta({
        description: 'Requests about money, requests about services, rows that were not taken; null: not asked',
      }),
    }),
    problems: ['shadow_disagrees', 'billing_unsettled'],
  }),
};
