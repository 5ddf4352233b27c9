import fc from 'fast-check';
import type { z } from 'zod';
import type { SeenValues } from './known.ts';

/** A wire schema, as JSON Schema. */
export type Schema = z.core.JSONSchema.BaseSchema;

const deep = (levels: number): unknown => (levels === 0 ? [] : [deep(levels - 1)]);

/** What a hostile or faulty program may send instead of any value. */
const ODD = [
  ...[null, true, false, [], {}, [[]], [1, 1], { a: { b: {} } }, deep(200)],
  ...[0, -0, -1, 1.5, 1e21, 1e308, 127, 32_768, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63],
  ...['', ' ', 'NaN', 'Infinity', 'null', 'undefined', '1e0', '+1', '01', '1.0', '-1', '0x1', '٣', '१', '1_000'],
  ...['\u0000', 'a\u0000b', '\ud800', 'a\udfffb', '\ufeff', '\uffff', '\u202eabc', '👩‍👩‍👧', 'и\u0306', '\r\n', '\t'],
  ...['0000-01-01', '9999-12-31', '2026-02-30', '10000-01-01', '-000001-01-01', '0000-01', '2026-13', '24:00', '24:01'],
  ...['__proto__', 'constructor', 'toString', '../..', '%00', "'; drop table contract; --", '<script>', '${7*7}', '\\'],
  ...['x'.repeat(1001), '1'.repeat(400), 'я'.repeat(70_000), Array.from({ length: 3000 }, () => 0)],
];

/** Halves of characters too. A unit of fast-check itself costs a second to prepare. */
const anyUnit = fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code));

/** Any value: a known odd one, or random JSON. */
export const odd: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<unknown>(...ODD) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3, stringUnit: anyUnit }) },
);

/** Mostly what a schema accepts, sometimes edge values and worse, so that few requests fail at their first field. */
export const sent = (schema: Schema, name: string, known: SeenValues): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 20, arbitrary: fit(schema, name, known) },
    { weight: 4, arbitrary: edge(schema, name, known) },
    { weight: 1, arbitrary: odd },
  );

/** A value that the schema accepts; if possible, one of that name from the portal. */
export function fit(schema: Schema, name: string, known: SeenValues): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => sent(choice, name, known)));
  const listed = schema.const === undefined ? schema.enum : [schema.const];
  if (listed) return fc.constantFrom<unknown>(...listed);
  const made = (MADE[String(schema.type)] ?? anything)(schema, name, known);
  const isKnown = isScalar(schema) && known.of(name).length > 0;
  return isKnown ? fc.oneof({ weight: 3, arbitrary: ofKnown(name, known) }, { weight: 1, arbitrary: made }) : made;
}

const isScalar = ({ type }: Schema): boolean => type === 'string' || type === 'integer';
const anything: Maker = () => odd;

/** Later replies bring more values, so the choice is made when the value is needed. */
const ofKnown = (name: string, known: SeenValues): fc.Arbitrary<unknown> =>
  fc.tuple(fc.nat({ max: 10_000 }), fc.nat({ max: 9 })).map(([choice, whose]) => {
    const values = (whose === 0 ? known.others : undefined)?.of(name) ?? known.of(name);
    return values[choice % values.length];
  });

type Maker = (schema: Schema, name: string, known: SeenValues) => fc.Arbitrary<unknown>;

const MADE: Readonly<Partial<Record<string, Maker>>> = {
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  integer: ({ minimum = 1, maximum = 1_000_000 }) =>
    fc.oneof(
      fc.integer({ min: minimum, max: maximum }),
      fc.integer({ min: minimum, max: Math.max(minimum, Math.min(maximum, 100)) }),
    ),
  string: text,
  array: ({ items, prefixItems, minItems = 0, maxItems = 4 }, name, known) =>
    prefixItems
      ? fc.tuple(...prefixItems.map((item) => sent(item as Schema, name, known)))
      : fc.array(sent(items as Schema, name, known), { minLength: minItems, maxLength: Math.min(maxItems, 6) }),
  object: record,
};

const NEAR_DAYS = fc
  .integer({ min: -400, max: 400 })
  .map((days) => new Date(Date.UTC(2026, 10, 20 + days)).toISOString().slice(0, 10));

const texts = new Map<string, fc.Arbitrary<unknown>>();

/** Made once for each kind of text: making it takes longer than all of its values. */
function text(schema: Schema): fc.Arbitrary<unknown> {
  const { format, pattern, minLength, maxLength } = schema;
  const kind = JSON.stringify([format, pattern, minLength, maxLength]);
  const made = texts.get(kind) ?? textOf(schema);
  texts.set(kind, made);
  return made;
}

function textOf({ format, pattern, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<unknown> {
  if (format === 'date') return NEAR_DAYS;
  if (format === 'uuid') return fc.uuid();
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const length = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) };
  return fc.oneof(fc.string({ ...length, unit: 'grapheme' }), fc.string(length));
}

function record({ properties = {}, required = [] }: Schema, _: string, known: SeenValues): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const value = sent(schema as Schema, name, known).map((one) => [[name, one]]);
    const gone = fc.constant<unknown[][]>([]);
    return fc.oneof({ weight: required.includes(name) ? 30 : 1, arbitrary: value }, { weight: 1, arbitrary: gone });
  });
  return fc.tuple(fc.tuple(...fields), stranger).map(([named, more]) => objectOf([...named, more].flat()));
}

/** Sometimes a field that no call knows. */
const stranger: fc.Arbitrary<unknown[][]> = fc.oneof(
  { weight: 30, arbitrary: fc.constant<unknown[][]>([]) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('__proto__', 'constructor', 'contract_id', '', 'a'.repeat(300)), odd)
      .map((field) => [field]),
  },
);

/** `__proto__` becomes an ordinary field, as in JSON. */
const objectOf = (fields: readonly unknown[][]): Record<string, unknown> =>
  Object.fromEntries(fields.map(([name, value]) => [String(name), value]));

/** The last values that a schema accepts and the first that it refuses. */
const edge = (schema: Schema, name: string, known: SeenValues): fc.Arbitrary<unknown> =>
  EDGES[String(schema.type)]?.(schema, name, known) ?? odd;

const EDGES: Readonly<Partial<Record<string, Maker>>> = {
  integer: ({ minimum = 0, maximum = 0 }) => {
    const numbers = [minimum - 1, minimum, minimum + 1, maximum - 1, maximum, maximum + 1, -maximum];
    return fc.constantFrom<unknown>(...numbers, ...numbers.map(String));
  },
  string: ({ minLength = 0, maxLength = 60, format, pattern }, name, known) => {
    const lengths = [minLength - 1, minLength, maxLength, maxLength + 1].filter((length) => length >= 0);
    const texts = [...lengths.map((length) => 'я'.repeat(length)), 'a\u0000', '\ud83d'];
    if (format === 'date') return fc.constantFrom(...texts, ...YEARS.map((year) => `${year}-01-01`), '2100-12-31');
    if (pattern !== undefined) return fc.constantFrom(...texts, ...YEARS.map((year) => `${year}-01`), '2100-12');
    return known.of(name).length === 0
      ? fc.constantFrom(...texts)
      : fc.oneof(fc.constantFrom(...texts), bent(name, known));
  },
};

const YEARS = ['0000', '0001', '1989', '1990', '2101', '9999'];

/** A known value with other digits: a day of the year 0, a moment out of range, a number of no row. */
const bent = (name: string, known: SeenValues): fc.Arbitrary<unknown> =>
  fc
    .tuple(ofKnown(name, known), fc.constantFrom('0', '9', '3'))
    .map(([value, figure]) => (typeof value === 'string' ? value.replace(/\d/g, figure) : value));
