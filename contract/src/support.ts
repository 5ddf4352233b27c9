import { z } from 'zod';
import { call, HOUR, pending } from './kernel/call.ts';
import { InstantText, PageQuery, pageOf } from './kernel/wire.ts';

const OrderState = z.enum(['new', 'accepted', 'in_progress', 'waiting_client', 'done', 'cancelled']);

export const support = {
  getOrders: call({
    method: 'GET',
    path: '/v2/support/get-orders',
    summary: 'Support orders, open ones first, then newest first',
    query: PageQuery,
    result: pageOf(
      z.object({
        order_id: z.int(),
        goal: z.string(),
        text: z.string(),
        state: OrderState,
        created_at: InstantText,
        updated_at: InstantText,
        visit: z.object({ from: InstantText, to: InstantText }).nullable(),
      }),
    ),
  }),
  getOrdersTimeline: pending({
    method: 'GET',
    path: '/v2/support/get-orders-timeline',
    summary: 'Events of the orders',
  }),
  getOrderGoals: pending({
    method: 'GET',
    path: '/v2/support/get-order-goals',
    summary: 'Goals of orders',
    freshFor: 24 * HOUR,
  }),
  getCont: call({
    method: 'GET',
    path: '/v2/support/get-cont',
    summary: 'Contacts of the provider and of the client',
    access: 'guest',
    result: z.object({
      phones: z.array(z.object({ label: z.string(), phone: z.string() })),
      email: z.string(),
      office: z.object({ address: z.string(), hours: z.string() }),
      own: z
        .object({ phone: z.string().nullable(), email: z.string().nullable() })
        .nullable()
        .meta({ description: 'Confirmed contacts of the client, masked; null for a guest' }),
    }),
  }),
  addOrder: pending({ method: 'POST', path: '/v2/support/add-order', summary: 'File a support order' }),
  callBack: pending({
    method: 'POST',
    path: '/v2/support/call-back',
    summary: 'Request a call-back',
    access: 'guest',
  }),
  newClient: pending({
    method: 'POST',
    path: '/v2/support/new-client',
    summary: 'Register as a new client',
    access: 'guest',
  }),
  cityList: pending({
    method: 'GET',
    path: '/v2/support/city-list',
    summary: 'Cities, Togliatti first',
    access: 'guest',
    freshFor: 24 * HOUR,
  }),
  streetList: pending({
    method: 'GET',
    path: '/v2/support/street-list',
    summary: 'Streets of a city by the start of the name',
    access: 'guest',
    query: z.looseObject({}),
  }),
};
