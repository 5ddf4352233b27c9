import fc from 'fast-check';
import { allCalls, contract } from '@kabinet/contract';
import type { Call, Method } from '@kabinet/contract/kernel/call';
import { wireSchema } from '#http/open-api.ts';
import { PUBLIC_URL } from '../test/open-portal.ts';
import type { Known } from './known.ts';
import { odd, sent, type Schema } from './values.ts';

/** Who sends: a contract of the demo, a guest, nobody, or somebody with a header that is no token. */
export type Who = number | 'guest' | 'nobody' | { readonly authorization: string };

/** One request as it travels. */
export interface Sent {
  readonly who: Who;
  readonly method: Method | 'HEAD' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string;
}

export const CONTRACTS = [100_001, 100_002, 100_003, 100_004, 100_005] as const;

const anybody: fc.Arbitrary<Who> = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(...CONTRACTS) },
  { weight: 1, arbitrary: fc.constantFrom<Who>('guest', 'nobody') },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('Bearer', 'Bearer ', `Bearer ${'x'.repeat(43)}`, `Bearer ${'x'.repeat(4000)}`, 'Basic eDp4', '\xff')
      .map((authorization) => ({ authorization })),
  },
);

/** What may stand in a line of HTTP. */
const headerText = fc.oneof(
  fc.constantFrom('', 'k', 'k'.repeat(255), 'k'.repeat(256), 'k'.repeat(8000), '\xea\xeb\xfe\xf7', "'; --", '\t'),
  fc.string({ unit: fc.integer({ min: 32, max: 255 }).map((code) => String.fromCharCode(code)), maxLength: 40 }),
);

const now = (weight: number, arbitrary: fc.Arbitrary<Record<string, string>>) =>
  fc.oneof({ weight: 20, arbitrary: fc.constant({}) }, { weight, arbitrary });

/** Headers that our own page sends, and now and then those of a stranger. */
export const headers: fc.Arbitrary<Record<string, string>> = fc
  .tuple(
    now(1, fc.record({ origin: fc.constantFrom('https://evil.example', 'null', '') })),
    now(1, fc.record({ 'sec-fetch-site': fc.constantFrom('cross-site', 'none', 'x') })),
    now(4, fc.record({ 'idempotency-key': headerText })),
    now(1, fc.record({ 'x-contract': fc.oneof(fc.constantFrom('100001', '100002', '-1'), headerText) })),
    now(1, fc.record({ 'user-agent': headerText, cookie: headerText, 'accept-encoding': headerText })),
    now(1, fc.record({ 'x-forwarded-for': headerText, 'x-request-id': headerText, 'accept-language': headerText })),
  )
  .map((parts) => Object.assign({ origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' }, ...parts) as Headers);

type Headers = Record<string, string>;

/** As an address writes it; half of a character as its bytes would be. */
export const encoded = (value: unknown): string =>
  encodeURIComponent(wordOf(value).toWellFormed()).replaceAll('%EF%BF%BD', '%ED%A0%80');

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Fields as a query writes them: a list as the same name several times. */
function queryOf(fields: unknown): string {
  if (typeof fields !== 'object' || fields === null) return encoded(fields);
  return Object.entries(fields)
    .flatMap(([name, value]) => timesOf(value).map((one): [string, unknown] => [name, one]))
    .map((pair) => pair.map(encoded).join('='))
    .join('&');
}

/** A short list is the same name several times. */
const timesOf = (value: unknown): unknown[] =>
  Array.isArray(value) && value.length < 100 ? (value as unknown[]) : [value];

const RAW_QUERY = ['%', '%zz=1', '%00=%00', '&&&', '=', 'p=i&p=t', 'a[b]=1&a[c]=2', '__proto__=1', 'limit=1;period=1'];

/** A query that is written by the call's schema, and now and then one that is none. */
const queryText = (call: Call, known: Known): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 20, arbitrary: sent(wireSchema(call.query), '', known).map(queryOf) },
    { weight: 1, arbitrary: fc.constantFrom(...RAW_QUERY) },
  );

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

interface Body {
  readonly payload?: string;
  readonly type?: string;
}

const bodyOf = (value: unknown): Body => ({ payload: JSON.stringify(value), type: 'application/json' });

const rawBody: fc.Arbitrary<Body> = fc.record({
  payload: fc.constantFrom(...RAW_BODY),
  type: fc.constantFrom(
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'x',
  ),
});

function body(call: Call, known: Known): fc.Arbitrary<Body> {
  const fields = call === contract.byDefault.index ? batch(known) : sent(wireSchema(call.body), '', known);
  const nothing = fc.constant<Body>({});
  if (call.method === 'GET') return fc.oneof({ weight: 30, arbitrary: nothing }, { weight: 1, arbitrary: rawBody });
  return fc.oneof({ weight: 30, arbitrary: fields.map(bodyOf) }, { weight: 1, arbitrary: fc.oneof(rawBody, nothing) });
}

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

/** Sub-paths of reads with their queries; one that is none refuses the whole, so there are few of them. */
const batch = (known: Known): fc.Arbitrary<unknown> => {
  const read = fc.constantFrom(...READS).chain((call) => fc.tuple(subPath(call, known), queryFields(call, known)));
  const part = fc.oneof(
    { weight: 40, arbitrary: read },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...ODD_KEYS), odd) },
  );
  return fc.array(part, { maxLength: 12 }).map((parts) => Object.fromEntries(parts) as unknown);
};

const queryFields = (call: Call, known: Known): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 5, arbitrary: sent(wireSchema(call.query), '', known) },
    { weight: 1, arbitrary: fc.constant([]) },
  );

/** The address under `/api/v2/`, its parameters filled in. */
function subPath(call: Call, known: Known): fc.Arbitrary<string> {
  const { properties = {} } = wireSchema(call.params) as Schema;
  const values = Object.entries(properties).map(([name, schema]) =>
    sent(schema as Schema, name, known).map((value) => [name, encoded(value)] as const),
  );
  return fc.tuple(...values).map((given) => {
    const named = new Map(given);
    return call.path.slice('/v2/'.length).replace(/\{(\w+)\}/g, (_, name: string) => named.get(name) ?? '');
  });
}

const partsOf = (call: Call, who: Who, known: Known) =>
  fc.record({
    who: fc.constant(who),
    path: subPath(call, known),
    query: queryText(call, known),
    body: body(call, known),
    headers,
  });

/** A request of a call, made from its schemas alone. */
export const requestOf = (call: Call, knownOf: (who: Who) => Known, whose = anybody): fc.Arbitrary<Sent> =>
  whose
    .chain((who) => partsOf(call, who, knownOf(who)))
    .map(({ who, path, query, body: { payload, type }, headers }) => ({
      who,
      method: call.method,
      url: `/api/v2/${path}${query === '' ? '' : `?${query}`}`,
      headers: type === undefined ? headers : { ...headers, 'content-type': type },
      ...(payload !== undefined && { payload }),
    }));
