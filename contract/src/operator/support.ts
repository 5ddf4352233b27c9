import { z } from 'zod';
import { operatorCall } from '../kernel/operator-call.ts';
import { InstantText, text } from '../kernel/wire.ts';
import { Event, OrderState, ServiceKind } from '../shapes-support.ts';
import { Numbered, words } from './inputs.ts';

const ROLES = ['engineer', 'admin'] as const;
const MOST = 2000;
const Name = words(100, 'Кто отвечает');

/** `2026-11-24 14:00` in the provider's zone. */
const Moment = text(16)
  .regex(/^20\d\d-\d\d-\d\d \d\d:\d\d$/, 'Время пишется так: 2026-11-24 14:00')
  .meta({ examples: ['2026-11-24 14:00'] });

const Done = z.object({ state: OrderState });
const CLOSED = ['order_unknown', 'order_is_closed'] as const;

const deed = (name: 'answer' | 'ask' | 'assign' | 'start' | 'close', summary: string, help: string, said = 'текст') =>
  operatorCall({
    method: 'POST',
    path: `/operator/v1/support/${name}`,
    summary,
    roles: ROLES,
    command: { words: `orders ${name}`, arguments: { order_id: 'заявка', name: 'кто', text: said }, help },
    body: z.strictObject({ order_id: Numbered, name: Name, text: words(MOST, 'Текст') }),
    result: Done,
    problems: CLOSED,
  });

const Listed = z.object({
  order_id: z.int(),
  contract_id: z.int(),
  goal: z.string(),
  state: OrderState,
  answer_by: InstantText.nullable(),
  late_times: z.int(),
  assignee: z.string().nullable(),
  text: z.string(),
});

export const orders = {
  list: operatorCall({
    method: 'GET',
    path: '/operator/v1/support/orders',
    summary: 'Open orders, the most urgent first',
    roles: ROLES,
    command: { words: 'orders list', help: 'открытые заявки, срочные первыми' },
    result: z.array(Listed),
  }),
  show: operatorCall({
    method: 'GET',
    path: '/operator/v1/support/order',
    summary: 'One order with its timeline and the names of its files',
    roles: ROLES,
    command: { words: 'orders show', arguments: { order_id: 'заявка' }, help: 'заявка и её ход' },
    query: z.strictObject({ order_id: Numbered }),
    result: Listed.extend({
      phone: z.string().nullable(),
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
    path: '/operator/v1/support/visit',
    summary: 'Sets the window of a visit, or another one',
    roles: ROLES,
    command: {
      words: 'orders visit',
      arguments: { order_id: 'заявка', slot_id: 'окно', name: 'кто' },
      help: 'назначить визит мастера',
    },
    body: z.strictObject({ order_id: Numbered, slot_id: Numbered, name: Name }),
    result: z.object({ order_id: z.int() }),
    problems: [...CLOSED, 'slot_not_free'],
  }),
  slots: operatorCall({
    method: 'GET',
    path: '/operator/v1/support/slots',
    summary: 'Windows of the masters from now on',
    roles: ROLES,
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
    path: '/operator/v1/support/slot',
    summary: 'Adds a window of a master',
    roles: ROLES,
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
    path: '/operator/v1/support/requests',
    summary: 'Who asks for a call or wants to become a client',
    roles: ROLES,
    command: { words: 'requests list', help: 'кто просит позвонить и кто хочет подключиться' },
    result: z.object({
      call_backs: z.array(
        z.object({ call_back_id: z.int(), phone: z.string(), topic: z.string(), from: InstantText, to: InstantText }),
      ),
      new_clients: z.array(
        z.object({
          new_client_id: z.int(),
          name: z.string(),
          phone: z.string(),
          address: z.string(),
          plan: z.string().nullable(),
          coverage: z.enum(['connected', 'planned', 'none']),
        }),
      ),
    }),
  }),
  finish: operatorCall({
    method: 'POST',
    path: '/operator/v1/support/finish',
    summary: 'A call was made, or a new client was dealt with',
    roles: ROLES,
    command: {
      words: 'requests finish',
      arguments: { kind: 'call или client', request_id: 'номер' },
      help: 'обращение обработано',
    },
    body: z.strictObject({ kind: z.enum(['call', 'client']), request_id: Numbered }),
    result: z.object({ request_id: z.int() }),
    problems: ['request_unknown'],
  }),
};

export const incidents = {
  list: operatorCall({
    method: 'GET',
    path: '/operator/v1/incidents',
    summary: 'Incidents, open ones first',
    roles: ROLES,
    command: { words: 'incidents list', help: 'аварии' },
    result: z.array(
      z.object({
        incident_id: z.int(),
        cause: z.string(),
        services: z.array(ServiceKind),
        places: z.array(z.string()),
        began_at: InstantText,
        planned_until: InstantText.nullable(),
        ended_at: InstantText.nullable(),
        reports: z.int(),
      }),
    ),
  }),
  publish: operatorCall({
    method: 'POST',
    path: '/operator/v1/incidents/publish',
    summary: 'Publishes an incident to the clients at its place',
    roles: ROLES,
    command: {
      words: 'incidents publish',
      arguments: { cause: 'что случилось', town: 'город' },
      options: {
        district: 'район',
        street: 'улица',
        houses: 'дома через запятую',
        services: 'услуги через запятую: internet,tv,sip,mail,telephone; без них — все',
        until: 'до какого времени, «2026-11-24 14:00»',
        free_minutes: 'сколько минут без возврата денег; без них деньги не возвращаются',
      },
      help: 'сообщить об аварии',
    },
    body: z.strictObject({
      cause: words(200, 'Причина'),
      town: words(100, 'Город'),
      district: words(100, 'Район').optional(),
      street: words(100, 'Улица').optional(),
      houses: words(500, 'Дома').optional(),
      services: text(100)
        .regex(/^(?:(?:internet|tv|sip|mail|telephone)(?:,|$)){1,5}$/, 'Услуги: internet, tv, sip, mail, telephone')
        .meta({ examples: ['internet,tv'] })
        .optional(),
      until: Moment.optional(),
      free_minutes: text(5)
        .regex(/^\d{1,5}$/, 'Нужно целое число минут')
        .meta({ examples: ['30'] })
        .optional(),
    }),
    result: z.object({ incident_id: z.int() }),
    problems: ['place_unknown'],
  }),
  end: operatorCall({
    method: 'POST',
    path: '/operator/v1/incidents/end',
    summary: 'Ends an incident; what it cost the clients is given back',
    roles: ROLES,
    command: { words: 'incidents end', arguments: { incident_id: 'авария' }, help: 'авария устранена' },
    body: z.strictObject({ incident_id: Numbered }),
    result: z.object({ incident_id: z.int() }),
    problems: ['incident_unknown'],
  }),
};
