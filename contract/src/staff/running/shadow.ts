import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { DayText, InstantText, Money } from '../../kernel/call/wire.ts';
import { AccountNo, HistoryLine, words, WrittenDay } from '../inputs.ts';
import { PersonWords } from '../personal.ts';

const Kind = z.enum(['amount', 'rounding', 'day', 'only_ours', 'only_theirs', 'twice', 'account']).meta({
  description:
    'rounding: less than a rouble apart; day: the same on another day; twice: told twice; account: the same on another account',
});

const Accepted = z.object({
  accepted_no: z.int(),
  kind: Kind,
  account_no: z.string().nullable().meta({ description: 'null: of all accounts' }),
  service: PersonWords.nullable().meta({ personal: 'words', description: 'null: of all services' }),
  reason: PersonWords,
  until: DayText.meta({ description: 'The last day of which differences are accepted' }),
  by: PersonWords,
  at: InstantText,
});

/** What our own run would charge beside another billing. */
export const shadow = {
  nights: operatorCall({
    method: 'GET',
    path: '/staff/v1/charging/shadow',
    summary:
      'What our own run would have charged while another billing charges, and how it differs from what that billing told',
    roles: ['engineer', 'accountant', 'owner', 'admin', 'auditor'],
    command: {
      words: 'charge shadow',
      options: { day: 'ночь, только её расхождения' },
      help: 'чем наши начисления отличаются от другой расчётной системы: по ночам, крупные расхождения первыми',
    },
    query: z.strictObject({ day: WrittenDay.optional() }),
    result: z.object({
      external: z.boolean().meta({ description: 'Another billing charges' }),
      agreed_nights: z.int().meta({ description: 'In a row, without a difference that nobody has accepted' }),
      needed_nights: z.int(),
      nights: z
        .array(
          z.object({
            day: DayText,
            equal: z.int().meta({ description: 'Accounts with equal lines' }),
            different: z.int().meta({ description: 'Accounts' }),
            accepted: z.int().meta({ description: 'Accounts all of whose differences are accepted' }),
            waiting: z.int().meta({ description: 'Accounts of which something may still be told' }),
          }),
        )
        .meta({ description: 'The latest first' }),
      differences: z
        .array(
          z.object({
            day: DayText,
            contract_id: z.int(),
            account_no: z.string(),
            kind: Kind,
            service: PersonWords,
            ours: Money.meta({ description: 'Below zero: given back' }),
            theirs: Money,
            rule: PersonWords.meta({
              personal: 'words',
              description: 'Of ours: what made the sum, or why there is none',
            }),
            other_day: DayText.nullable(),
            other_account_no: z.string().nullable(),
            accepted_no: z.int().nullable().meta({ description: 'null: nobody has accepted it' }),
          }),
        )
        .meta({ description: 'At most 1 000, the largest first; those that are accepted come last' }),
      accepted: z.array(Accepted).meta({ description: 'At most 1 000' }),
    }),
  }),
  accept: operatorCall({
    method: 'POST',
    path: '/staff/v1/charging/shadow/accept',
    summary: 'Accepts differences of one kind until a day: they are shown apart and do not break the nights in a row',
    roles: ['accountant'],
    command: {
      words: 'charge shadow-accept',
      arguments: { kind: 'вид из charge shadow', until: 'по какой день', reason: 'почему' },
      options: { account_no: 'только у этого счёта', service: 'только эта строка, как она названа в charge shadow' },
      help: 'принять расхождения одного вида: они не считаются, но видны отдельно; то же ещё раз меняет причину и день',
    },
    body: z.strictObject({
      kind: Kind,
      until: WrittenDay,
      reason: HistoryLine('Почему'),
      account_no: AccountNo.optional(),
      service: words(500, 'Строка').optional(),
    }),
    result: z.object({
      accepted_no: z.int(),
      agreed_nights: z.int(),
      needed_nights: z.int(),
    }),
    problems: ['account_unknown'],
  }),
};
