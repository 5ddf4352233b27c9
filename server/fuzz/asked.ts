import fc from 'fast-check';
import { allCalls, contract } from '@kabinet/contract';
import type { Call } from '@kabinet/contract/kernel/call/call';
import { wireSchema } from '#server/http/api/open-api.ts';
import type { SeenValues } from './known.ts';
import { odd, sent, type Schema } from './values.ts';
import { encoded, queryOf, type WireRequest, type RequestSender } from './wire.ts';

/** The content of a call's request, before it becomes an address and a body. */
export interface RequestContent {
  readonly params: Record<string, unknown>;
  readonly query: unknown;
  readonly body: unknown;
}

const params = (call: Call, known: SeenValues): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(
    Object.fromEntries(
      Object.entries((wireSchema(call.params) as Schema).properties ?? {}).map(([name, schema]) => [
        name,
        sent(schema as Schema, name, known),
      ]),
    ),
  );

/** Mostly what the call's schemas accept. */
export const asked = (call: Call, known: SeenValues): fc.Arbitrary<RequestContent> =>
  fc.record({
    params: params(call, known),
    query: sent(wireSchema(call.query), '', known),
    body: bodyOf(call, known),
  });

function bodyOf(call: Call, known: SeenValues): fc.Arbitrary<unknown> {
  if (call.method === 'GET') return fc.constant({});
  return call === contract.byDefault.index ? batch(known) : sent(wireSchema(call.body), '', known);
}

/** The request as a client would send it. */
export function sentOf(
  call: Call,
  who: RequestSender,
  { params, query, body }: RequestContent,
  headers: WireRequest['headers'],
): WireRequest {
  const text = queryOf(query);
  const url = `/api${pathOf(call, params)}${text === '' ? '' : `?${text}`}`;
  if (call.method === 'GET') return { who, method: call.method, url, headers };
  const type = { 'content-type': 'application/json' };
  return { who, method: call.method, url, headers: { ...headers, ...type }, payload: JSON.stringify(body) };
}

const pathOf = (call: Call, params: Record<string, unknown>): string =>
  call.path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(params[name]));
const subPath = (call: Call, params: Record<string, unknown>): string => pathOf(call, params).slice('/v2/'.length);

const READS = allCalls.filter(({ method, effect }) => method === 'GET' && effect === 'read');
const ODD_KEYS = [
  '__proto__',
  'constructor',
  'user/1e0',
  'user/%31',
  '../v2/user/list',
  'user/list?x=1',
  '',
  'payment/sbp',
];

/** Sub-paths of read calls with their queries. An invalid one refuses the whole batch, so there are few of them. */
const batch = (known: SeenValues): fc.Arbitrary<unknown> => {
  const read = fc.constantFrom(...READS).chain((call) =>
    fc.tuple(
      params(call, known).map((given) => subPath(call, given)),
      queryFields(call, known),
    ),
  );
  const part = fc.oneof(
    { weight: 40, arbitrary: read },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...ODD_KEYS), odd) },
  );
  return fc.array(part, { maxLength: 12 }).map((parts) => Object.fromEntries(parts) as unknown);
};

const queryFields = (call: Call, known: SeenValues): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 5, arbitrary: sent(wireSchema(call.query), '', known) },
    { weight: 1, arbitrary: fc.constant([]) },
  );
