import fc from 'fast-check';
import type { Call } from '@kabinet/contract/kernel/call/call';
import { asked, sentOf } from './asked.ts';
import type { SeenValues } from './known.ts';
import { anybody, headers, type WireRequest, type RequestSender } from './wire.ts';

const RAW_QUERY = ['%', '%zz=1', '%00=%00', '&&&', '=', 'p=i&p=t', 'a[b]=1&a[c]=2', '__proto__=1', 'limit=1;period=1'];

const RAW_BODY = [
  '',
  '{',
  'null',
  '[]',
  '"x"',
  '{"a":1,"a":2}',
  '{"__proto__":{"x":1}}',
  '\u0000',
  `[${'['.repeat(5000)}`,
];

const TYPES = ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'x'];

/** An address or body with a syntax error, which no schema describes. */
const rawQuery = fc.constantFrom(...RAW_QUERY).map((query) => (sent: WireRequest): WireRequest => ({
  ...sent,
  url: `${sent.url.replace(/\?.*$/, '')}?${query}`,
}));
const rawBody = fc
  .record({ payload: fc.constantFrom(...RAW_BODY), type: fc.constantFrom(...TYPES) })
  .map(({ payload, type }) => (sent: WireRequest): WireRequest => ({
    ...sent,
    headers: { ...sent.headers, 'content-type': type },
    payload,
  }));
const asItIs = fc.constant((sent: WireRequest): WireRequest => sent);

/** A request of a call, generated from its schemas alone. */
export const requestOf = (
  call: Call,
  knownOf: (who: RequestSender) => SeenValues,
  whose = anybody,
): fc.Arbitrary<WireRequest> =>
  whose
    .chain((who) => fc.tuple(fc.constant(who), asked(call, knownOf(who)), headers, miswritten))
    .map(([who, asked, headers, write]) => write(sentOf(call, who, asked, headers)));

const miswritten = fc.oneof(
  { weight: 20, arbitrary: asItIs },
  { weight: 1, arbitrary: rawQuery },
  { weight: 1, arbitrary: rawBody },
);
