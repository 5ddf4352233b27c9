import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { InstantText } from '../../kernel/call/wire.ts';
import { Numbered } from '../inputs.ts';
import { PersonOther } from '../personal.ts';
import { SEE_NETWORK } from './network-profiles.ts';
import { DeviceKind } from './network-shapes.ts';

const DEVICE_STATE = z.object({
  nas_id: z.int(),
  name: z.string(),
  ip: z.string(),
  kind: DeviceKind,
  heard_at: InstantText.nullable().meta({ description: 'Its latest packet of accounting' }),
  silent_since: InstantText.nullable().meta({ description: 'Since when it has not answered orders' }),
  outage_since: InstantText.nullable().meta({ description: 'Since when many of its clients have been gone' }),
  online: z.int(),
  orders_waiting: z.int().meta({ description: 'Orders to living sessions (CoA) that are due or under way' }),
  orders_since: InstantText.nullable().meta({ description: 'When the oldest of them was wished' }),
  refused: z.int().meta({ description: 'Refused logins in this hour, at most one a second of a device' }),
});

const Told = z.object({
  shape: z.string(),
  attributes: z.array(z.string()).meta({ description: '«Mikrotik-Rate-Limit=50000k/50000k»; empty: not known' }),
});

const DEVICE_SESSION = z.object({
  session_id: z.int(),
  user_id: z.int(),
  contract_id: z.int(),
  login: PersonOther.nullable(),
  ip: PersonOther.nullable(),
  device: z.string().nullable(),
  started_at: InstantText,
  heard_at: InstantText.nullable().meta({ description: 'Its latest report' }),
  differs: z.boolean(),
  wanted: Told.nullable().meta({ description: 'Null: it should not be on' }),
  seen: Told.nullable().meta({ description: 'What its device agreed to last, or its Class tells; null: not known' }),
  order: z
    .object({
      kind: z.enum(['change', 'disconnect']),
      wishes: z.int(),
      wished_at: InstantText,
      answer: z.string().nullable().meta({ description: 'ack, nak with its cause, silence' }),
      answered_at: InstantText.nullable(),
    })
    .nullable(),
});

/** An IPv4 network that is small enough to be listed. */
const LARGEST_PREFIX = 16;
const AskedNetwork = z
  .cidrv4('Сеть пишется так: 203.0.113.0/28')
  .max(18)
  .refine((text) => Number(text.split('/')[1]) >= LARGEST_PREFIX, `Сеть не больше /${LARGEST_PREFIX}`)
  .meta({ examples: ['203.0.113.0/28'] });

/** How the access network does: its devices, what differs, who is on, which addresses are free. */
export const networkState = {
  devices: operatorCall({
    method: 'GET',
    path: '/staff/v1/network/state',
    summary: 'Devices of access as they do now: heard, silent, online, orders that wait, refusals',
    roles: SEE_NETWORK,
    command: { words: 'network state', help: 'как дела у оборудования доступа: слышно ли, кто в сети, что ждёт' },
    result: z.array(DEVICE_STATE),
  }),
  differs: operatorCall({
    method: 'GET',
    path: '/staff/v1/network/differs',
    summary: 'Living sessions that have not been what they should be for five minutes, with the evidence; at most 200',
    roles: SEE_NETWORK,
    command: {
      words: 'network differs',
      help: 'сеансы, которые дольше пяти минут не такие, какими должны быть: что велено, чем ответили, что слышно',
    },
    result: z.object({ all: z.int(), sessions: z.array(DEVICE_SESSION) }),
  }),
  online: operatorCall({
    method: 'GET',
    path: '/staff/v1/network/online',
    summary: 'Living sessions of a contract on its devices, each with what is wished and what is seen',
    roles: SEE_NETWORK,
    command: {
      words: 'network online',
      arguments: { contract_id: 'договор' },
      help: 'сеансы договора на оборудовании: что должно быть и что есть',
    },
    query: z.strictObject({ contract_id: Numbered }),
    result: z.array(DEVICE_SESSION),
  }),
  freeAddresses: operatorCall({
    method: 'GET',
    path: '/staff/v1/network/free-addresses',
    summary: 'Addresses of a network that are neither given to a line nor used by a living session; the first 256',
    roles: SEE_NETWORK,
    command: {
      words: 'network free-addresses',
      arguments: { network: 'сеть, например 203.0.113.0/28' },
      help: 'свободные постоянные адреса сети',
    },
    query: z.strictObject({ network: AskedNetwork }),
    result: z.object({ given: z.int(), used: z.int(), free: z.int(), addresses: z.array(z.string()) }),
  }),
};
