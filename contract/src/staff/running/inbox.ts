import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { DayText, InstantText, Money } from '../../kernel/call/wire.ts';
import { WrittenDay, words } from '../inputs.ts';
import { PersonWords } from '../personal.ts';

/** What waits for a person, by the calls that list it. */
export const INBOX_KINDS = [
  'surplus',
  'mismatch',
  'transfer',
  'refund',
  'finding',
  'conflict',
  'drawer',
  'approval',
  'effect',
  'event',
  'job',
  'late_order',
  'order',
  'call_back',
  'new_client',
  'receipt',
  'charge',
  'call',
] as const;
export type InboxKind = (typeof INBOX_KINDS)[number];

/** What waiting costs, the dearest first: money of people, a connection that does not work, somebody who waits for an answer, the books. */
export const INBOX_COSTS = ['money', 'connection', 'answer', 'books'] as const;
export type InboxCost = (typeof INBOX_COSTS)[number];

/** What can be put off: a client who waits for an answer, or a colleague for an agreement, cannot. */
export const DEFERRABLE_KINDS = [
  'surplus',
  'mismatch',
  'transfer',
  'refund',
  'finding',
  'conflict',
  'drawer',
  'effect',
  'event',
  'job',
  'receipt',
  'charge',
  'call',
] as const satisfies readonly InboxKind[];

const Row = {
  kind: z.enum(DEFERRABLE_KINDS, 'Откладывают деньги, доставку и учёт: кто ждёт ответа, тот ждёт'),
  cause: words(200, 'Причина').optional().meta({ description: 'As the list tells it; absent: null' }),
};
const ANYBODY = ['cashier', 'support', 'engineer', 'accountant', 'owner', 'admin'] as const;

const WaitingRow = z.object({
  kind: z.enum(INBOX_KINDS),
  cause: z.string().nullable().meta({ description: 'What tells rows of one kind apart' }),
  title: z.string(),
  cost: z.enum(INBOX_COSTS).meta({ description: 'What waiting costs' }),
  count: z.int(),
  sum: Money.nullable().meta({ description: 'null: no money is meant' }),
  since: InstantText.meta({ description: 'Since when the oldest waits' }),
  list: z.string().meta({ description: 'The command that lists it' }),
  solve: z.array(z.string()).meta({ description: 'The commands that solve it, of those the caller may make' }),
  may_defer: z.boolean().meta({ description: 'Whether the caller may put it off' }),
});

export const inbox = {
  list: operatorCall({
    method: 'GET',
    path: '/staff/v1/inbox/list',
    summary:
      'All that waits for a person, a row for each cause, the dearest first; only what the caller may list himself',
    roles: ['cashier', 'support', 'engineer', 'accountant', 'owner', 'admin', 'auditor'],
    command: {
      words: 'inbox list',
      options: { kind: 'только одно: surplus, transfer, late_order …' },
      help: 'всё, что ждёт человека: одна причина — одна строка, дорогое сверху',
    },
    query: z.strictObject({ kind: z.enum(INBOX_KINDS).optional() }),
    result: z.object({
      items: z.array(WaitingRow),
      deferred: z
        .array(
          WaitingRow.extend({
            until: DayText.meta({ description: 'The day on which it waits again' }),
            note: PersonWords,
            operator: z.string().meta({ description: 'Who has put it off' }),
          }),
        )
        .meta({ description: 'What is put off to a later day; what comes meanwhile stands among the items' }),
    }),
  }),
  defer: operatorCall({
    method: 'POST',
    path: '/staff/v1/inbox/defer',
    summary: 'Puts a row of the inbox off to a day, with a note; what comes of the same cause meanwhile waits at once',
    roles: ANYBODY,
    command: {
      words: 'inbox defer',
      arguments: { kind: 'что', until: 'день', note: 'почему' },
      options: { cause: 'причина, если их у этого несколько' },
      help: 'отложить до дня, не дольше месяца: чего ждём, прочитают коллеги',
    },
    body: z.strictObject({ ...Row, until: WrittenDay, note: words(200, 'Почему') }),
    result: z.object({ kind: z.enum(INBOX_KINDS), cause: z.string().nullable(), until: DayText }),
    problems: ['nothing_waits', 'role_not_allowed'],
  }),
  resume: operatorCall({
    method: 'POST',
    path: '/staff/v1/inbox/resume',
    summary: 'Takes a row of the inbox up again before its day',
    roles: ANYBODY,
    command: {
      words: 'inbox resume',
      arguments: { kind: 'что' },
      options: { cause: 'причина, если их у этого несколько' },
      help: 'вернуть отложенное раньше срока',
    },
    body: z.strictObject(Row),
    result: z.object({ kind: z.enum(INBOX_KINDS), cause: z.string().nullable() }),
    problems: ['nothing_waits', 'role_not_allowed'],
  }),
};
