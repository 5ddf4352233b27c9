import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { InstantText, Money } from '../../kernel/call/wire.ts';

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
      items: z.array(
        z.object({
          kind: z.enum(INBOX_KINDS),
          cause: z.string().nullable().meta({ description: 'What tells rows of one kind apart' }),
          title: z.string(),
          cost: z.enum(INBOX_COSTS).meta({ description: 'What waiting costs' }),
          count: z.int(),
          sum: Money.nullable().meta({ description: 'null: no money is meant' }),
          since: InstantText.meta({ description: 'Since when the oldest waits' }),
          list: z.string().meta({ description: 'The command that lists it' }),
          solve: z.array(z.string()).meta({ description: 'The commands that solve it, of those the caller may make' }),
        }),
      ),
    }),
  }),
};
