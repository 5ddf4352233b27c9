import { expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { operatorOpenApi } from '../staff/staff-open-api.ts';
import { openApi, wireSchema } from './open-api.ts';
import { STREAM_ROUTE } from '../stream/stream.ts';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** The part of a description that a reference names. */
const at = (whole: Json, reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .reduce<unknown>((part, key) => (isObject(part) ? part[key] : undefined), whole);

const referencesIn = (value: unknown): string[] =>
  isObject(value)
    ? Object.entries(value).flatMap(([key, held]) =>
        key === '$ref' && typeof held === 'string' ? [held] : referencesIn(held),
      )
    : [];

/** With every reference replaced by what it names. */
function whole(value: unknown, description: Json): unknown {
  if (Array.isArray(value)) return value.map((held) => whole(held, description));
  if (!isObject(value)) return value;
  const { $ref } = value;
  if (typeof $ref === 'string') return whole(at(description, $ref), description);
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, whole(held, description)]));
}

const json = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json;

test.each([
  ['subscribers', openApi],
  ['operators', operatorOpenApi],
])('every reference of the description for %s names something', (_, describe) => {
  const description = json(describe());
  const missing = referencesIn(description).filter((reference) => at(description, reference) === undefined);
  expect(missing).toEqual([]);
});

test('a schema that is shared is the same as the one of the contract', () => {
  const description = json(openApi());
  const answer = at(description, '#/paths')! as Json;
  const list = answer['/support/get-orders'] as { get: { responses: Json } };
  const { content } = list.get.responses['200'] as { content: { 'application/json': { schema: Json } } };
  const safe = /,"(?:min|max)imum":-?9007199254740991/g;
  const expected: unknown = JSON.parse(
    JSON.stringify(wireSchema(contract.support.getOrders.result)).replaceAll(safe, ''),
  );
  expect(JSON.stringify(content)).toContain('$ref');
  expect(whole(content['application/json'].schema, description)).toEqual(expected);
});

test('the stream of events is described at its address', () => {
  const paths = json(openApi())['paths'] as Json;
  expect(paths).toHaveProperty([STREAM_ROUTE.replace('/api/v2', '')]);
});
