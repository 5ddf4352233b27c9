import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { AskedDay, DayText, InstantText } from '../../kernel/call/wire.ts';
import { OrderState, ServiceKind } from '../../support/support-shapes.ts';
import { Moment, Numbered, words } from '../inputs.ts';
import { PersonAddress, PersonName, PersonPhone, PersonWords } from '../personal.ts';
import { DONE_AT, DoneAt } from './done-at.ts';
import { Who } from './who.ts';

const CLOSED = ['order_unknown', 'order_is_closed'] as const;

const VisitOrder = z.object({
  order_id: z.int(),
  contract_id: z.int(),
  goal: z.string(),
  state: OrderState,
  text: PersonWords,
  name: PersonName,
  address: PersonAddress,
  phone: PersonPhone.nullable(),
  arrives_at: InstantText.nullable().meta({ description: 'When the master who is on his way will be there' }),
  arrived_at: InstantText.nullable(),
  services: z
    .array(z.object({ user_id: z.int(), kind: ServiceKind, title: PersonWords, is_connected: z.boolean() }))
    .meta({ description: 'What waits for the technician, and the service of the order' }),
});

/** Windows of the masters, and what they do in them. */
export const visitCalls = {
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
    body: z.strictObject({ order_id: Numbered, slot_id: Numbered, name: Who }),
    result: z.object({ order_id: z.int() }),
    problems: [...CLOSED, 'slot_not_free'],
  }),
  coming: operatorCall({
    method: 'POST',
    path: '/staff/v1/support/coming',
    summary: 'Says that the master is on his way, and when he will be there',
    roles: ['cashier', 'support', 'technician', 'engineer', 'admin'],
    command: {
      words: 'orders coming',
      arguments: { order_id: 'заявка', at: 'когда', name: 'кто' },
      options: { done_at: DONE_AT },
      help: 'мастер в пути: сказать клиенту, когда будет; время — «2026-11-24 14:20»',
    },
    body: z.strictObject({ order_id: Numbered, at: Moment, name: Who, done_at: DoneAt }),
    result: z.object({ order_id: z.int(), arrives_at: InstantText }),
    problems: [...CLOSED, 'order_without_visit', 'not_your_visit'],
  }),
  arrived: operatorCall({
    method: 'POST',
    path: '/staff/v1/support/arrived',
    summary: 'Says that the master has come: the work of the order begins',
    roles: ['support', 'technician', 'engineer'],
    command: {
      words: 'orders arrived',
      arguments: { order_id: 'заявка', name: 'кто' },
      options: { done_at: DONE_AT },
      help: 'мастер на месте',
    },
    body: z.strictObject({ order_id: Numbered, name: Who, done_at: DoneAt }),
    result: z.object({ order_id: z.int(), arrived_at: InstantText }),
    problems: [...CLOSED, 'order_without_visit', 'not_your_visit'],
  }),
  visits: operatorCall({
    method: 'GET',
    path: '/staff/v1/support/visits',
    summary: 'Windows of a day by master, with whom they visit; a technician sees his own, and of the present day only',
    roles: ['cashier', 'support', 'technician', 'engineer', 'owner', 'admin', 'auditor'],
    command: { words: 'visits', options: { day: 'день, без него — сегодня' }, help: 'визиты дня по мастерам' },
    query: z.strictObject({ day: AskedDay.optional() }),
    result: z.object({
      day: DayText,
      is_own: z.boolean().meta({ description: 'Only the windows of whoever asks' }),
      masters: z.array(
        z.object({
          master: z.string(),
          windows: z.array(
            z.object({
              slot_id: z.int(),
              town: z.string(),
              from: InstantText,
              to: InstantText,
              order: VisitOrder.nullable().meta({ description: 'null: the window is free' }),
            }),
          ),
        }),
      ),
    }),
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
};
