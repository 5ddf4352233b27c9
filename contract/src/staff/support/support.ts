import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { InstantText } from '../../kernel/call/wire.ts';
import { Event, OrderState } from '../../support/support-shapes.ts';
import { Moment, Numbered, words } from '../inputs.ts';
import { PersonAddress, PersonName, PersonPhone, PersonWords } from '../personal.ts';

const MOST = 2000;
const Name = words(100, 'Кто отвечает');

const Done = z.object({ state: OrderState });
const CLOSED = ['order_unknown', 'order_is_closed'] as const;

const deed = (name: 'answer' | 'ask' | 'assign' | 'start' | 'close', summary: string, help: string, said = 'текст') =>
  operatorCall({
    method: 'POST',
    path: `/staff/v1/support/${name}`,
    summary,
    roles: ['support', 'engineer'],
    command: { words: `orders ${name}`, arguments: { order_id: 'заявка', name: 'кто', text: said }, help },
    body: z.strictObject({ order_id: Numbered, name: Name, text: words(MOST, 'Текст').meta({ personal: 'words' }) }),
    result: Done,
    problems: [...CLOSED, 'order_said'],
  });

const OF_REQUEST = { kind: z.enum(['call', 'client']), request_id: Numbered } as const;

const Listed = z.object({
  order_id: z.int(),
  contract_id: z.int(),
  goal: z.string(),
  state: OrderState,
  answer_by: InstantText.nullable(),
  late_times: z.int(),
  assignee: z.string().nullable(),
  text: PersonWords,
});

export const orders = {
  list: operatorCall({
    method: 'GET',
    path: '/staff/v1/support/orders',
    summary: 'Open orders, the most urgent first',
    roles: ['support', 'engineer', 'accountant', 'owner', 'admin', 'auditor'],
    command: { words: 'orders list', help: 'открытые заявки, срочные первыми' },
    result: z.array(Listed),
  }),
  show: operatorCall({
    method: 'GET',
    path: '/staff/v1/support/order',
    summary: 'One order with its timeline and the names of its files',
    roles: ['support', 'engineer', 'accountant'],
    command: { words: 'orders show', arguments: { order_id: 'заявка' }, help: 'заявка и её ход' },
    query: z.strictObject({ order_id: Numbered }),
    result: Listed.extend({
      phone: PersonPhone.nullable(),
      wished_time: z.string().nullable(),
      checks: z.array(z.string()),
      events: z.array(Event),
    }),
    problems: ['order_unknown'],
  }),
  answer: deed('answer', 'Answers the client', 'ответить клиенту'),
  ask: deed('ask', 'Asks the client and waits', 'спросить клиента и ждать ответа'),
  assign: deed('assign', 'Says who does it', 'назначить исполнителя'),
  start: deed('start', 'Begins the work', 'начать работу'),
  close: deed('close', 'Says what was done; the client may rate it', 'закрыть заявку', 'что сделали'),
  visit: operatorCall({
    method: 'POST',
    path: '/staff/v1/support/visit',
    summary: 'Sets the window of a visit, or another one',
    roles: ['cashier', 'support', 'engineer', 'admin'],
    command: {
      words: 'orders visit',
      arguments: { order_id: 'заявка', slot_id: 'окно', name: 'кто' },
      help: 'назначить визит мастера',
    },
    body: z.strictObject({ order_id: Numbered, slot_id: Numbered, name: Name }),
    result: z.object({ order_id: z.int() }),
    problems: [...CLOSED, 'slot_not_free'],
  }),
  coming: operatorCall({
    method: 'POST',
    path: '/staff/v1/support/coming',
    summary: 'Says that the master is on his way, and when he will be there',
    roles: ['cashier', 'support', 'engineer', 'admin'],
    command: {
      words: 'orders coming',
      arguments: { order_id: 'заявка', at: 'когда', name: 'кто' },
      help: 'мастер в пути: сказать клиенту, когда будет; время — «2026-11-24 14:20»',
    },
    body: z.strictObject({ order_id: Numbered, at: Moment, name: Name }),
    result: z.object({ order_id: z.int(), arrives_at: InstantText }),
    problems: [...CLOSED, 'order_without_visit'],
  }),
  slots: operatorCall({
    method: 'GET',
    path: '/staff/v1/support/slots',
    summary: 'Windows of the masters from now on',
    roles: ['cashier', 'support', 'engineer', 'owner', 'admin', 'auditor'],
    command: { words: 'slots list', help: 'окна мастеров' },
    result: z.array(
      z.object({
        slot_id: z.int(),
        town: z.string(),
        master: z.string(),
        from: InstantText,
        to: InstantText,
        order_id: z.int().nullable(),
      }),
    ),
  }),
  addSlot: operatorCall({
    method: 'POST',
    path: '/staff/v1/support/slot',
    summary: 'Adds a window of a master',
    roles: ['support', 'engineer', 'admin'],
    command: {
      words: 'slots add',
      arguments: { town: 'город', master: 'мастер', from: 'с', to: 'до' },
      help: 'добавить окно мастера; время — «2026-11-24 14:00»',
    },
    body: z.strictObject({ town: words(100, 'Город'), master: words(100, 'Мастер'), from: Moment, to: Moment }),
    result: z.object({ slot_id: z.int() }),
    problems: ['slot_not_free'],
  }),
  requests: operatorCall({
    method: 'GET',
    path: '/staff/v1/support/requests',
    summary: 'Who asks for a call or wants to become a client',
    roles: ['support', 'engineer', 'accountant'],
    command: { words: 'requests list', help: 'кто просит позвонить и кто хочет подключиться' },
    result: z.object({
      call_backs: z.array(
        z.object({
          call_back_id: z.int(),
          phone: PersonPhone,
          topic: PersonWords,
          from: InstantText,
          to: InstantText,
          contract_id: z.int().nullable(),
          late_times: z.int(),
          taken_by: z.string().nullable(),
          withdrawn_at: InstantText.nullable().meta({ description: 'The client needs it no more; told for a day' }),
        }),
      ),
      new_clients: z.array(
        z.object({
          new_client_id: z.int(),
          name: PersonName,
          phone: PersonPhone,
          address: PersonAddress,
          plan: z.string().nullable(),
          coverage: z.enum(['connected', 'planned', 'none']),
          taken_by: z.string().nullable(),
        }),
      ),
    }),
  }),
  take: operatorCall({
    method: 'POST',
    path: '/staff/v1/support/take',
    summary: 'Says who calls, or who deals with a new client',
    roles: ['support', 'engineer'],
    command: {
      words: 'requests take',
      arguments: { kind: 'call или client', request_id: 'номер', name: 'кто' },
      help: 'взять обращение',
    },
    body: z.strictObject({ ...OF_REQUEST, name: Name }),
    result: z.object({
      request_id: z.int(),
      taken_from: z.string().nullable().meta({ description: 'Another who had taken it before' }),
    }),
    problems: ['request_unknown'],
  }),
  finish: operatorCall({
    method: 'POST',
    path: '/staff/v1/support/finish',
    summary: 'How a call, or a request of a new client, ended',
    roles: ['support', 'engineer'],
    command: {
      words: 'requests finish',
      arguments: { kind: 'call или client', request_id: 'номер', result: 'чем закончилось' },
      options: { note: 'о чём договорились; клиент это прочитает' },
      help: 'закончить обращение: call — called, no_answer, refused; client — signed, impossible, refused, no_answer',
    },
    body: z.strictObject({
      ...OF_REQUEST,
      result: z.enum(['called', 'no_answer', 'refused', 'signed', 'impossible'], {
        error: 'Чем закончилось: called, no_answer, refused, signed или impossible',
      }),
      note: words(500, 'О чём договорились').optional(),
    }),
    result: z.object({ request_id: z.int() }),
    problems: ['request_unknown'],
  }),
};
