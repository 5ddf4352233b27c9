import fc from 'fast-check';
import type { Call } from '@kabinet/contract/kernel/call/call';
import { wireSchema } from '#server/http/api/open-api.ts';
import { PUBLIC_URL } from '../test/portal/open-portal.ts';
import { asked, sentOf, type RequestContent } from './asked.ts';
import type { SeenValues } from './known.ts';
import type { Schema } from './values.ts';
import type { WireRequest, RequestSender } from './wire.ts';

/** Given to every field in turn, whatever its type. */
const EDGES = [
  ...[-1, 0, 1.5, 2 ** 31 - 1, 2 ** 31, 2 ** 53, null, [], {}],
  ...['', '0000-01-01', '9999-12-31', '2026-02-30', '0000-01', '9999-12', 'a\u0000b', '\ud83d', 'x'.repeat(1001)],
];

/** The same value with other digits: a missing row, a day of the year 0, a moment out of range. */
const bent = (value: unknown): unknown[] =>
  typeof value === 'string' ? ['0', '3', '9'].map((figure) => value.replace(/\d/g, figure)) : [];

/** Enough for at least one valid request of the most complex call. */
const SAMPLES = 200;
const OWN_PAGE = { origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' };

/** What earlier requests are refused for: the field, its value and the words. */
export type RefusedValues = Set<string>;

/**
 * Requests with one wrong field each: every field of a call with every edge value. What the schema of an earlier call refuses in the
 * same words is left out, as no handler hears of it.
 */
export function edgesOf(call: Call, who: RequestSender, known: SeenValues, refused: RefusedValues): WireRequest[] {
  const covered = new Set<string>();
  const right = fc.sample(asked(call, known), { numRuns: SAMPLES, seed: 1 }).filter((one) => isRight(call, one));
  return right.flatMap((one) =>
    leavesOf(one)
      .filter(({ path }) => isOfCall(call, path) && !covered.has(nameOf(path)))
      .flatMap(({ path, value }) => {
        covered.add(nameOf(path));
        return [...EDGES, ...bent(value)]
          .map((edge) => changed(one, path, edge))
          .filter((asked) => isNews(call, asked, path, refused))
          .map((asked) => sentOf(call, who, asked, OWN_PAGE));
      }),
  );
}

/** A read ignores parameters that it does not know, whatever they hold: only its own are worth the edges. */
const isOfCall = (call: Call, [part, name = '']: readonly string[]): boolean =>
  part !== 'query' || Object.hasOwn((wireSchema(call.query) as Schema).properties ?? {}, name);

function isNews(
  call: Call,
  asked: RequestContent,
  [part, ...field]: readonly string[],
  refused: RefusedValues,
): boolean {
  if (part !== 'body' && part !== 'query') return true;
  const said = part === 'body' ? asked.body : inAddress(asked.query);
  const { error } = call[part].safeParse(said);
  if (!error) return true;
  const what = JSON.stringify([part, nameOf(field), valueAt(asked[part], field), error.issues]);
  const isNew = !refused.has(what);
  refused.add(what);
  return isNew;
}

/** In an address a number is text. */
const inAddress = (query: unknown): unknown =>
  Object.fromEntries(
    Object.entries(query as object).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]),
  );

const valueAt = (whole: unknown, path: readonly string[]): unknown =>
  path.reduce((part, name) => (part as Record<string, unknown>)[name], whole);

const isRight = (call: Call, { params, query, body }: RequestContent): boolean =>
  call.params.safeParse(params).success && call.query.safeParse(query).success && call.body.safeParse(body).success;

/** All items of a list count as one field. */
const nameOf = (path: readonly string[]): string => path.join('.').replace(/\.\d+/g, '[]');

interface Leaf {
  readonly path: readonly string[];
  readonly value: unknown;
}

function leavesOf(value: unknown, path: readonly string[] = []): Leaf[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }];
  return Object.entries(value).flatMap(([name, part]) => leavesOf(part, [...path, name]));
}

/** A copy with another value at one path. */
function changed<T>(whole: T, [name, ...rest]: readonly string[], value: unknown): T {
  if (name === undefined) return value as T;
  const copy = (Array.isArray(whole) ? [...(whole as unknown[])] : { ...whole }) as Record<string, unknown>;
  copy[name] = changed(copy[name], rest, value);
  return copy as T;
}
