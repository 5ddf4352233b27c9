import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { allCalls, contract } from './index.ts';
import type { Call } from './kernel/call/call.ts';
import { LARGEST_FILE } from './kernel/file.ts';
import { Id } from './kernel/call/wire.ts';
import { staffCalls } from './staff/index.ts';

// In every call, every input is limited to what the database can store.

/** A schema without parts, and its path. */
interface Leaf {
  readonly path: string;
  readonly schema: z.core.$ZodTypes;
}

const typed = (schema: z.core.$ZodType) => schema as z.core.$ZodTypes;

/** The leaves of an input schema; arrays are among them, because they have a length. */
function leavesOf(path: string, given: z.core.$ZodType): Leaf[] {
  const schema = typed(given);
  return [...partsOf(schema)].flatMap(([name, part]) => leavesOf(`${path}${name}`, part)).concat(ownLeaf(path, schema));
}

const ownLeaf = (path: string, schema: z.core.$ZodTypes): Leaf[] =>
  partsOf(schema).length === 0 || schema._zod.def.type === 'array' ? [{ path, schema }] : [];

type Part = [name: string, schema: z.core.$ZodType];

function partsOf({ _zod: { def } }: z.core.$ZodTypes): Part[] {
  if ('innerType' in def) return [['', def.innerType]];
  switch (def.type) {
    case 'object':
      return fieldsOf(def);
    case 'array':
      return [['[]', def.element]];
    case 'tuple':
      return def.items.map((part, index) => [`[${index}]`, part]);
    case 'record':
      return Object.entries({ '.<key>': def.keyType, '.<value>': def.valueType });
    case 'union':
      return def.options.map((part, index) => [`|${index}`, part]);
    case 'pipe':
      return [['', sentSide(def)]];
    default:
      return [];
  }
}

function fieldsOf({ shape, catchall }: z.core.$ZodObjectDef): Part[] {
  const named = Object.entries(shape).map(([name, part]): Part => [`.${name}`, part]);
  const takesMore = catchall !== undefined && typed(catchall)._zod.def.type !== 'never';
  return takesMore ? [...named, ['.*', catchall]] : named;
}

/** The side of a pipe that parses what the client sends: a transformation comes first; a codec has it as its input. */
const sentSide = (def: z.core.$ZodPipeDef) => (typed(def.in)._zod.def.type === 'transform' ? def.out : def.in);

const EMPTY = new Set(['object', 'tuple']);
const title = (call: Call) => `${call.method} ${call.path}`;
/** The calls of a batch check their own parts. */
const BATCH_PART = 'POST /v2/default/index body.<value>|0.*';

/** Cells of files are taken as they stand, so that a wrong one stops no other; the handlers read them by schemas of their own. */
const OF_FILE = / \/staff\/\S+ body\.(?:rows|records|header|file|tables)/;
const isOfFile = ({ path }: Leaf) => OF_FILE.test(path);

const LEAVES = [...allCalls, ...staffCalls]
  .flatMap((call) =>
    (['params', 'query', 'body'] as const).flatMap((part) => leavesOf(`${title(call)} ${part}`, call[part])),
  )
  .filter(({ path, schema }) => path !== BATCH_PART && !EMPTY.has(schema._zod.def.type));

const ofType = (...types: string[]) => LEAVES.filter(({ schema }) => types.includes(schema._zod.def.type));
const takes = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).success;
const pathsOf = (leaves: readonly Leaf[]) => leaves.map(({ path }) => path);

/** `.meta` and `.describe` make a copy whose parent is the original. */
const isId = ({ path, schema }: Leaf): boolean =>
  schema === Id ||
  schema._zod.parent === Id ||
  / \/staff\/\S+ \w+\.(?:\w+_id|seen|(?:contracts|services)\[\])$/.test(path) ||
  // What another billing counts in columns of ours that are as wide.
  / \/staff\/v1\/billing\/\S+ body\.(?:request_no|rows\[\]\.(?:version|counted_to))$/.test(path);

const LARGEST_INTEGER = 2_147_483_647;

const jsonOf = (schema: z.core.$ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

function isBoundedNumber(leaf: Leaf): boolean {
  const { schema } = leaf;
  const { type, minimum = -Infinity, maximum = Infinity } = jsonOf(schema);
  const most = isId(leaf) ? Number.MAX_SAFE_INTEGER : LARGEST_INTEGER;
  return type === 'integer' && minimum >= -LARGEST_INTEGER && maximum <= most;
}

/** Texts that may be longer than a thousand characters: messages, and a file. */
const LONG_TEXTS: Readonly<Record<string, number>> = {
  'POST /staff/v1/contracts/notify body.text': 5000,
  'POST /staff/v1/contracts/news body.text': 5000,
  'POST /staff/v1/texts/check body.texts[].value': 10_000,
  'POST /staff/v1/texts/load body.texts[].value': 10_000,
  'POST /staff/v1/openid/finish body.back.flow': 4000,
  'POST /staff/v1/openid/finish body.back.code': 4000,
  'POST /staff/v1/me/confirm body.openid.flow': 4000,
  'POST /staff/v1/me/confirm body.openid.code': 4000,
  'POST /staff/v1/me/openid/link body.back.flow': 4000,
  'POST /staff/v1/me/openid/link body.back.code': 4000,
  'POST /v2/support/add-order body.text': 2000,
  'POST /v2/support/answer body.text': 2000,
  'POST /v2/support/reopen body.text': 2000,
  'POST /staff/v1/support/answer body.text': 2000,
  'POST /staff/v1/support/ask body.text': 2000,
  'POST /staff/v1/support/close body.text': 2000,
  'POST /staff/v1/support/assign body.text': 2000,
  'POST /staff/v1/support/start body.text': 2000,
  'POST /staff/v1/support/orders/file body.text': 2000,
  'POST /staff/v1/catalogue/add body.description': 5000,
  'POST /staff/v1/catalogue/add body.terms': 20_000,
  'POST /staff/v1/catalogue/edit body.description': 5000,
  'POST /staff/v1/catalogue/edit body.terms': 20_000,
  'POST /staff/v1/zones/add body.prefixes': 2000,
  'POST /staff/v1/zones/edit body.prefixes': 2000,
  'POST /staff/v1/campaigns/send body.text': 2000,
  'POST /staff/v1/campaigns/test body.text': 2000,
  'POST /staff/v1/support/orders/add-file body.content': Math.ceil((LARGEST_FILE * 4) / 3) + 4096,
  'POST /v2/support/add-file body.content': Math.ceil((LARGEST_FILE * 4) / 3) + 4096,
};

/** A length, or a pattern from end to end without `*`, `+` or `{n,}`. */
function isBoundedText({ path, schema }: Leaf): boolean {
  const { maxLength = Infinity, pattern = '' } = jsonOf(schema);
  return maxLength <= (LONG_TEXTS[path] ?? 1000) || (/^\^.*\$$/.test(pattern) && !/(?<!\\)[*+]|\{\d+,\}/.test(pattern));
}

/** Texts of this kind with years outside 1990 to 2100. */
const TIMES = ['-MM', '-MM-DD', '-MM-DDT10:00:00Z'].map((form) => {
  const rest = form.replace('MM', '11').replace('DD', '20');
  return { sample: `2026${rest}`, wrong: ['0000', '0001', '1989', '2101', '9999'].map((year) => year + rest) };
});

const takesWrongYears = ({ schema }: Leaf): boolean =>
  !['словесный', 'wordless'].some((word) => takes(schema, word)) &&
  TIMES.some(({ sample, wrong }) => takes(schema, sample) && wrong.some((text) => takes(schema, text)));

describe('the input of every call', () => {
  test('has leaves to check', () => {
    expect(pathsOf(ofType('string'))).toContain('POST /v2/document/link body|0.from');
    expect(pathsOf(ofType('number'))).toContain('GET /v2/user/{id} params.id');
    expect(pathsOf(ofType('array'))).toContain('POST /v2/internet-schedule/{id} body.rules[].days');
    expect(LEAVES.length).toBeGreaterThan(150);
  });

  test('has only whole numbers that fit their columns', () => {
    expect(pathsOf(ofType('number', 'bigint', 'int').filter((leaf) => !isBoundedNumber(leaf)))).toEqual([]);
  });

  test('limits the length of every text', () => {
    expect(
      pathsOf(ofType('string', 'template_literal').filter((leaf) => !isOfFile(leaf) && !isBoundedText(leaf))),
    ).toEqual([]);
  });

  test('refuses a zero byte and half of a surrogate pair in a text', () => {
    const wrong = ['a\x00b', '\x00', 'a\ud800', '\udc00b', '7927\x00000001', '2026-11-20\x00'];
    expect(
      pathsOf(ofType('string').filter((leaf) => !isOfFile(leaf) && wrong.some((text) => takes(leaf.schema, text)))),
    ).toEqual([]);
  });

  test('limits days, months and times to the years 1990 to 2100', () => {
    expect(pathsOf(ofType('string').filter(takesWrongYears))).toEqual([]);
  });

  test('limits the length of every list', () => {
    const isOpen = ({ schema }: Leaf) => jsonOf(schema).maxItems === undefined;
    expect(pathsOf(ofType('array').filter(isOpen))).toEqual([]);
  });

  test('has a schema for every value', () => {
    const known = new Set(['number', 'string', 'array', 'enum', 'literal', 'boolean', 'null']);
    expect(pathsOf(LEAVES.filter(({ schema }) => !known.has(schema._zod.def.type)))).toEqual([]);
  });
});

describe('a number in a path', () => {
  const { params } = contract.user.get;

  test.each(['1', '42', String(Number.MAX_SAFE_INTEGER)])('accepts %s', (id) => {
    expect(params.safeParse({ id })).toEqual({ success: true, data: { id: Number(id) } });
  });

  test.each(['1e0', '+1', '01', '1.0', '-1', '0', ' 1', '0x1', '', '9007199254740992', '1'.repeat(90)])(
    'refuses %j',
    (id) => {
      expect(takes(params, { id })).toBe(false);
    },
  );

  test.each([2 ** 31, '2147483648'])('refuses %j as the id of a program', (programm_id) => {
    expect(takes(contract.internetContract.programInfo.query, { programm_id })).toBe(false);
    expect(takes(contract.userProgram.info.query, { programm_id })).toBe(false);
  });
});

test('describes a value outside its limits in Russian', () => {
  const sent = { kind: 'statement', p: 'i', from: '0000-01-01', until: '9999-12-31', format: 'pdf' };
  const { error } = contract.document.link.body.safeParse(sent);
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'Укажите день с 1990 по 2100 год, например 2026-11-20',
    'Укажите день с 1990 по 2100 год, например 2026-11-20',
  ]);
});
