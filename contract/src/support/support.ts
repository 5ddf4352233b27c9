import { z } from 'zod';
import { AskedNumber, AskedUser } from '../kernel/call/asked-id.ts';
import { call, HOUR } from '../kernel/call/call.ts';
import { CatalogueId, Id, InstantText, PageQuery, pageOf, PhoneText, text } from '../kernel/call/wire.ts';
import {
  AskedOrder,
  AskedOrderInAddress,
  Check,
  Event,
  File,
  FileContent,
  Files,
  LARGEST_UPLOAD,
  Order,
  OrderState,
  Possible,
  Rating,
  ServiceKind,
  Slot,
  Span,
  Words,
} from './support-shapes.ts';
import { check } from './check.ts';
import { guests } from './guests.ts';
import { incidents } from './incidents.ts';

/** Any change of an order outdates the answers about orders. */
const CHANGED = { outdates: ['support'] } as const;
const OF_ORDER = { order_id: AskedOrder };
const Changed = z.object({ order_id: z.int(), state: OrderState });

export const support = {
  getOrders: call({
    method: 'GET',
    path: '/v2/support/get-orders',
    members: ['technician', 'full'],
    summary: 'Support orders, open ones first, then newest first',
    query: PageQuery,
    result: pageOf(Order),
  }),
  getOrdersTimeline: call({
    method: 'GET',
    path: '/v2/support/get-orders-timeline',
    members: ['technician', 'full'],
    summary: 'Events of the orders, or of one of them, in order',
    query: PageQuery.extend({ order_id: AskedOrderInAddress.optional() }),
    result: pageOf(Event),
  }),
  getOrder: call({
    method: 'GET',
    path: '/v2/support/order/{order_id}',
    members: ['technician', 'full'],
    summary: 'One order with what may be done with it now',
    params: z.strictObject({ order_id: AskedOrderInAddress }),
    result: Order.extend({
      user_id: z.int().nullable(),
      service: z.string().nullable(),
      phone: z.string().nullable(),
      wished_time: z.string().nullable(),
      checks: z.array(Check),
      assignee: z.string().nullable().meta({ description: 'Who does it' }),
      master: z.string().nullable().meta({ description: 'Who comes' }),
      rating_text: z.string().nullable(),
      answer: Possible,
      close: Possible,
      reopen: Possible,
      rate: Possible,
      move: Possible.extend({
        until: InstantText.nullable().meta({ description: 'Until when the visit may be moved' }),
      }),
      events: z.array(Event).meta({ description: 'The last two hundred, oldest first' }),
    }),
  }),
  getOrderGoals: call({
    method: 'GET',
    path: '/v2/support/get-order-goals',
    members: ['technician', 'full'],
    summary: 'Goals of orders, with what each asks for',
    result: z.array(
      z.object({
        goal_id: z.int(),
        name: z.string(),
        service_kind: ServiceKind.nullable(),
        asks_service: z.boolean().meta({ description: 'Whether one of several services must be named' }),
        asks_visit: z.boolean().meta({ description: 'Whether a time of a visit may be chosen' }),
        question: z.string(),
        answer_minutes: z.int().meta({ description: 'Within how many minutes we answer' }),
      }),
    ),
    freshFor: 24 * HOUR,
  }),
  ...check,
  visitSlots: call({
    method: 'GET',
    path: '/v2/support/visit-slots',
    members: ['technician', 'full'],
    summary: 'Windows of the masters in the client’s town for two weeks, taken ones too',
    result: z.array(Slot),
  }),
  addOrder: call({
    method: 'POST',
    path: '/v2/support/add-order',
    members: ['technician', 'full'],
    summary: 'File a support order; answers with its number and until when it is answered',
    ...CHANGED,
    body: z.strictObject({
      goal_id: CatalogueId,
      user_id: AskedUser.optional(),
      phone_number: AskedNumber.optional().meta({
        description: 'The number that the order is about',
        examples: ['78482003107'],
      }),
      text: Words(2000, 'Напишите, что случилось'),
      phone: PhoneText.optional().meta({ description: 'By default the confirmed phone of the contract' }),
      wished_time: text(100).optional(),
      slot_id: Id.optional(),
      files: Files,
      tried: z
        .array(text(200))
        .max(10, 'Не больше 10 ответов')
        .default([])
        .meta({ description: 'What the client has already tried' }),
    }),
    result: Order,
    problems: ['order_goal_retired', 'order_too_many', 'order_no_phone', 'slot_taken', 'file_used'],
  }),
  addFile: call({
    method: 'POST',
    path: '/v2/support/add-file',
    members: ['technician', 'full'],
    summary: 'Upload a picture or a PDF for an order; its type is recognised by its content',
    outdates: [],
    largestBody: LARGEST_UPLOAD,
    body: z.strictObject({
      name: text(255),
      content: FileContent,
    }),
    result: File,
    problems: ['outside_unavailable', 'file_refused', 'file_too_many'],
  }),
  answer: call({
    method: 'POST',
    path: '/v2/support/answer',
    members: ['technician', 'full'],
    summary: 'Write to an open order',
    ...CHANGED,
    body: z.strictObject({ ...OF_ORDER, text: Words(2000, 'Напишите сообщение'), files: Files }),
    result: Changed.extend({ answer_by: InstantText.nullable() }),
    problems: ['order_closed', 'file_used'],
  }),
  close: call({
    method: 'POST',
    path: '/v2/support/close',
    members: ['technician', 'full'],
    summary: 'Cancel an open order: the visit, if any, is cancelled too; a repeated call succeeds, too',
    ...CHANGED,
    body: z.strictObject(OF_ORDER),
    result: Changed,
    problems: ['order_closed', 'order_connects'],
  }),
  reopen: call({
    method: 'POST',
    path: '/v2/support/reopen',
    members: ['technician', 'full'],
    summary: 'Say that the problem came back: a done order is in progress again',
    ...CHANGED,
    body: z.strictObject({ ...OF_ORDER, text: Words(2000, 'Напишите, что снова не так') }),
    result: Changed.extend({ answer_by: InstantText.nullable() }),
    problems: ['order_not_reopened'],
  }),
  rate: call({
    method: 'POST',
    path: '/v2/support/rate',
    members: ['technician', 'full'],
    summary: 'Rate a done order; a second rating replaces the first',
    ...CHANGED,
    body: z.strictObject({ ...OF_ORDER, rating: Rating, text: text(1000).optional() }),
    result: z.object({ order_id: z.int(), rating: z.int() }),
    problems: ['order_not_rated'],
  }),
  moveVisit: call({
    method: 'POST',
    path: '/v2/support/move-visit',
    members: ['technician', 'full'],
    summary: 'Choose the time of a visit, or another one',
    ...CHANGED,
    body: z.strictObject({ ...OF_ORDER, slot_id: Id }),
    result: z.object({ order_id: z.int(), visit: Span }),
    problems: ['order_closed', 'visit_not_moved', 'slot_taken'],
  }),
  ...guests,
  ...incidents,
};
