import { z } from 'zod';
import { AskedUser } from '../kernel/call/asked-id.ts';
import { call } from '../kernel/call/call.ts';
import { InstantText, PageQuery, pageOf, text, wholeNumber } from '../kernel/call/wire.ts';

/** How the device was connected; a browser rarely knows, so the client says it. */
const Link = z.enum(['cable', 'wifi', 'unknown']);
/** kbit/s, up to 100 Gbit/s. */
const Rate = wholeNumber(0, 100_000_000);
/** Microseconds, up to a minute. */
const Delay = wholeNumber(0, 60_000_000);

/** What was measured: goodput of HTTP over one connection, and the time of a round trip, idle and loaded. */
const Figures = {
  link: Link,
  down_kbit: Rate.meta({ description: 'Download, kbit/s' }),
  up_kbit: Rate.meta({ description: 'Upload, kbit/s' }),
  latency_us: Delay.meta({ description: 'Median round trip while nothing else is sent, microseconds' }),
  jitter_us: Delay,
  down_latency_us: Delay.nullable().meta({ description: 'Round trip during the download; null: too quick to measure' }),
  up_latency_us: Delay.nullable(),
};

const Measurement = z.object({
  speed_test_id: z.int(),
  measured_at: InstantText,
  server: z.string().meta({ description: 'Name of the measuring server' }),
  is_local: z.boolean().meta({ description: 'Whether the device was inside the provider’s network' }),
  user_id: z.int().nullable().meta({ description: 'The service whose plan the result is compared with' }),
  plan: z.string().nullable(),
  plan_mbit: z.int().nullable().meta({ description: 'Speed of the plan on that day, Mbit/s' }),
  ...Figures,
});

export const speedTest = {
  servers: call({
    method: 'GET',
    path: '/v2/speed-test/servers',
    members: ['technician', 'full'],
    summary: 'The measuring servers, and a ticket that admits to them for some minutes',
    result: z.object({
      servers: z.array(
        z.object({
          server_id: z.string(),
          name: z.string(),
          url: z.string().meta({ description: 'GET {url}/down?bytes=N and POST {url}/up, both with &ticket=' }),
          is_inside: z.boolean().meta({ description: 'Whether it stands inside the provider’s network' }),
          most_mbit: z.int().meta({ description: 'What the server itself can deliver, Mbit/s' }),
        }),
      ),
      ticket: z.string(),
      expires_at: InstantText,
    }),
  }),
  list: call({
    method: 'GET',
    path: '/v2/speed-test/list',
    members: ['technician', 'full'],
    summary: 'Past measurements of the contract, newest first',
    query: PageQuery,
    result: pageOf(Measurement),
  }),
  save: call({
    method: 'POST',
    path: '/v2/speed-test/save',
    members: ['technician', 'full'],
    summary: 'Keep a measurement made by this device; the same key twice keeps one',
    outdates: ['speed-test'],
    body: z.strictObject({
      key: z
        .string()
        .regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i, 'Укажите UUID')
        .meta({
          description: 'UUID made by the device; the same measurement is kept once',
          examples: ['3f0f9f7e-1f5b-4d39-9d0e-5a1df1d3a111'],
        }),
      server: text(40).meta({ description: 'The server_id of the measuring server', examples: ['own'] }),
      user_id: AskedUser.optional(),
      ...Figures,
    }),
    result: Measurement,
    problems: ['too_many_requests'],
  }),
};
