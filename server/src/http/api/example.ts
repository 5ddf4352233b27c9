type Json = Record<string, unknown>;

/** Sample strings by JSON schema format. */
const OF_FORMAT: Partial<Record<string, string>> = {
  date: '2026-12-01',
  'date-time': '2026-11-20T09:30:00.000Z',
  email: 'anna@example.ru',
  uuid: '0191d3c0-0000-7000-8000-000000000001',
  uri: 'https://example.ru/',
};

/** An example of a JSON schema: the one it names, or else the simplest value that matches. */
export function exampleOf(schema: Json): unknown {
  const [named] = namedValues(schema);
  if (named !== undefined) return named;
  const variants = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined;
  if (variants) return exampleOf(variants.find(({ type }) => type !== 'null') ?? {});
  return ofType[String(schema['type'])]?.(schema) ?? null;
}

/** The values that the schema itself names, the best first. */
function namedValues({ examples = [], const: only, enum: choices = [], default: usual }: Json): unknown[] {
  return [...(examples as unknown[]), only, ...(choices as unknown[]), usual].filter((value) => value !== undefined);
}

const ofType: Partial<Record<string, (schema: Json) => unknown>> = {
  object: ({ properties, additionalProperties }) => {
    const known = Object.entries((properties ?? {}) as Record<string, Json>);
    if (known.length === 0 && additionalProperties) return { any: exampleOf(additionalProperties as Json) };
    return Object.fromEntries(known.map(([name, property]) => [name, exampleOf(property)]));
  },
  array: ({ items, prefixItems }) =>
    prefixItems ? (prefixItems as Json[]).map(exampleOf) : [exampleOf((items ?? {}) as Json)],
  string: ({ format, minLength }) => OF_FORMAT[String(format)] ?? 'текст'.padEnd(Number(minLength ?? 0), '.'),
  integer: ({ minimum }) => Math.max(Number(minimum ?? 1), 1),
  number: ({ minimum }) => Math.max(Number(minimum ?? 1), 1),
  boolean: () => true,
};
