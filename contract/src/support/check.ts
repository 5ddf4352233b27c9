import { z } from 'zod';
import { AskedNumber, AskedUserInAddress } from '../kernel/call/asked-id.ts';
import { call } from '../kernel/call/call.ts';
import { AccountKind, CatalogueId, inAddress } from '../kernel/call/wire.ts';
import { Cause, Check, ServiceKind, Span } from './support-shapes.ts';

/** Why a service does not work. */
export const check = {
  check: call({
    method: 'GET',
    path: '/v2/support/check',
    members: ['technician', 'full'],
    summary:
      'Why a service does not work: each step with what the portal knows, the first cause, and what an order would take over. Without a goal, a service or a number: of what does not work, or of the first service',
    query: z.strictObject({
      goal_id: inAddress(CatalogueId).optional(),
      user_id: AskedUserInAddress.optional(),
      phone_number: AskedNumber.optional().meta({ examples: ['78482003107'] }),
    }),
    result: z.object({
      service: z
        .object({
          kind: ServiceKind,
          user_id: z.int().nullable(),
          phone_number: z.string().nullable(),
          name: z.string(),
          login: z.string().nullable(),
          address: z.string(),
          account: AccountKind,
          plan_mbit: z.int().nullable().meta({ description: 'Speed of the plan, Mbit/s' }),
        })
        .nullable(),
      checks: z.array(Check),
      finding: z.object({ cause: Cause, title: z.string(), lead: z.string() }),
      incident_id: z.int().nullable(),
      known: z.object({
        user_id: z.int().nullable(),
        service: z.string().nullable(),
        address: z.string(),
        phone: z.string().nullable().meta({ description: 'The confirmed phone, masked' }),
        client: z.string(),
      }),
      goal: z
        .object({ goal_id: z.int(), name: z.string(), answer_minutes: z.int() })
        .nullable()
        .meta({ description: 'The goal of an order about it' }),
      open_order: z
        .object({ order_id: z.int(), goal: z.string(), visit: Span.nullable() })
        .nullable()
        .meta({ description: 'An open order of the same goal, which could be answered instead' }),
    }),
    problems: ['order_goal_retired'],
  }),
};
