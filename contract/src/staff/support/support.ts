import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { AccountKind, inAddress, InstantText, Money, pageOf, text, wholeNumber } from '../../kernel/call/wire.ts';
import { Check, Event, Files, OrderState, Span } from '../../support/support-shapes.ts';
import { PrintedNo } from '../../shapes.ts';
import { Numbered, words } from '../inputs.ts';
import { PersonAddress, PersonName, PersonPhone, PersonWords } from '../personal.ts';
import { DONE_AT, DoneAt } from './done-at.ts';
import { fileCalls } from './files.ts';
import { filingCalls } from './filing.ts';
import { holdingCalls } from './holding.ts';
import { requestCalls } from './requests.ts';
import { visitCalls } from './visits.ts';
import { Who } from './who.ts';

const MOST = 2000;

const Done = z.object({ state: OrderState });
const CLOSED = ['order_unknown', 'order_is_closed'] as const;

/** Which of the open orders are listed. */
export const ORDER_FILTERS = ['all', 'mine', 'nobody', 'answer', 'late', 'client'] as const;
export type OrderFilter = (typeof ORDER_FILTERS)[number];

const Said = words(MOST, 'Текст').meta({ personal: 'words' });
const Seen = Numbered.optional().meta({
  description:
    'The last event that the writer has seen. If another of the staff has written since, the call is refused, once',
});

type Deed = 'answer' | 'ask' | 'assign' | 'start' | 'close';

const deed = (name: Deed, summary: string, help: string, said = 'текст') =>
  operatorCall({
    method: 'POST',
    path: `/staff/v1/support/${name}`,
    summary,
    roles: name === 'close' ? ['support', 'technician', 'engineer'] : ['support', 'engineer'],
    command: {
      words: `orders ${name}`,
      arguments: { order_id: 'заявка', name: 'кто', text: said },
      options: { done_at: DONE_AT },
      help,
    },
    body: z.strictObject({ order_id: Numbered, name: Who, text: Said, seen: Seen, files: Files, done_at: DoneAt }),
    result: Done,
    problems: [...CLOSED, 'order_said', 'order_held', 'order_answered_meanwhile', 'not_your_visit', 'file_used'],
  });

const Holder = z.object({ name: z.string(), until: InstantText, is_mine: z.boolean() });

const Listed = z.object({
  order_id: z.int(),
  contract_id: z.int(),
  goal: z.string(),
  state: OrderState,
  created_at: InstantText,
  answer_by: InstantText.nullable(),
  late_times: z.int(),
  assignee: z.string().nullable(),
  text: PersonWords,
  name: PersonName,
  address: PersonAddress,
  visit: Span.nullable(),
  last: z.object({ author: z.enum(['client', 'provider', 'portal']), text: PersonWords }).nullable(),
  held_by: Holder.nullable().meta({ description: 'Who of the staff is writing in it' }),
});

const orderCalls = {
  list: operatorCall({
    method: 'GET',
    path: '/staff/v1/support/orders',
    summary: 'Open orders, the most urgent first, with how many there are of each kind',
    roles: ['support', 'engineer', 'accountant', 'owner', 'admin', 'auditor'],
    command: {
      words: 'orders list',
      options: {
        only: 'mine — мои, nobody — без исполнителя, answer — ждут ответа, late — опоздали, client — ждём клиента',
        cursor: 'место, с которого продолжить',
        limit: 'сколько строк, до 100',
      },
      help: 'открытые заявки, срочные первыми',
    },
    query: z.strictObject({
      only: z.enum(ORDER_FILTERS).default('all'),
      cursor: text(64).optional(),
      limit: inAddress(wholeNumber(1, 100)).default(100),
    }),
    result: pageOf(Listed).extend({
      counts: z.object(
        Object.fromEntries(ORDER_FILTERS.map((filter) => [filter, z.int()])) as Record<OrderFilter, z.ZodInt>,
      ),
    }),
  }),
  show: operatorCall({
    method: 'GET',
    path: '/staff/v1/support/order',
    summary: 'One order with its timeline, the names of its files, the check and ready-made answers',
    roles: ['support', 'technician', 'engineer', 'accountant'],
    command: { words: 'orders show', arguments: { order_id: 'заявка' }, help: 'заявка и её ход' },
    query: z.strictObject({ order_id: Numbered }),
    result: Listed.extend({
      printed_no: PrintedNo,
      town: z.string(),
      phone: PersonPhone.nullable(),
      wished_time: PersonWords.nullable(),
      service: PersonWords.nullable(),
      master: z.string().nullable(),
      arrives_at: InstantText.nullable(),
      arrived_at: InstantText.nullable(),
      asks_visit: z.boolean(),
      accounts: z.array(z.object({ kind: AccountKind, balance: Money })),
      checks: z.array(Check),
      events: z.array(
        Event.extend({
          done_at: InstantText.nullable().meta({ description: 'When it was done, if it was told later' }),
        }),
      ),
      ready: z.array(z.object({ title: z.string(), deed: z.enum(['answer', 'ask', 'close']), text: z.string() })).meta({
        description: 'Ready-made answers about what the order is about',
      }),
    }),
    problems: ['order_unknown', 'not_your_visit'],
  }),
  answer: deed('answer', 'Answers the client', 'ответить клиенту'),
  ask: deed('ask', 'Asks the client and waits', 'спросить клиента и ждать ответа'),
  assign: deed('assign', 'Says who does it', 'назначить исполнителя'),
  start: deed('start', 'Begins the work', 'начать работу'),
  close: deed('close', 'Says what was done; the client may rate it', 'закрыть заявку', 'что сделали'),
};

/** Orders, visits and requests: what clients wait for. */
export const orders = { ...orderCalls, ...holdingCalls, ...filingCalls, ...fileCalls, ...visitCalls, ...requestCalls };
