type Json = Record<string, unknown>;

/** The least length of a shared schema, in characters; shorter ones read better in place. */
const WORTH_SHARING = 120;
/** The bounds that Zod gives to every integer. */
const SAFE = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER } as const;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isSchema = (value: Json): boolean =>
  value['type'] === 'object' || Array.isArray(value['enum']) || 'anyOf' in value;

/** Without the bounds that every integer has. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, held]) =>
      key in SAFE && held === SAFE[key as keyof typeof SAFE] ? [] : [[key, plain(held)]],
    ),
  );
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const WITHOUT_MEANING = new Set(['properties', 'items', 'anyOf', 'schema', 'content', 'application/json', 'allOf']);

/** «UserListItems»: the name of a schema, by the place where it occurs first. */
const nameOf = (trail: readonly string[]): string =>
  trail
    .filter((step) => !WITHOUT_MEANING.has(step) && !/^\d+$/.test(step))
    .flatMap((step) => step.split(/[^A-Za-z0-9]+/))
    .map(capital)
    .join('') || 'Shared';

/** Whether a schema is met for the first time. */
function isNew(schema: Json, seen: Map<string, number>): boolean {
  const text = JSON.stringify(schema);
  const times = (seen.get(text) ?? 0) + 1;
  seen.set(text, times);
  return times === 1;
}

const isExample = (key: string): boolean => key === 'example' || key === 'examples';

/** Counts the places of each schema; does not count again what lies inside a repeated one. */
function count(value: unknown, seen: Map<string, number>): void {
  if (Array.isArray(value)) value.forEach((held) => count(held, seen));
  if (!isObject(value) || (isSchema(value) && !isNew(value, seen))) return;
  for (const [key, held] of Object.entries(value)) if (!isExample(key)) count(held, seen);
}

/** Replaces each repeated schema by a reference; `named` has these schemas by name. */
export function shared(operations: Json): { operations: Json; named: Json } {
  const bare = Object.fromEntries(Object.entries(operations).map(([key, value]) => [key, plain(value)]));
  const seen = new Map<string, number>();
  count(bare, seen);
  const names = new Map<string, string>();
  const named: Json = {};
  const refer = (text: string, value: Json, trail: readonly string[]): Json => {
    let name = names.get(text);
    if (name === undefined) {
      name = nameOf(trail);
      for (let next = 2; name in named; next += 1) name = `${nameOf(trail)}${next}`;
      names.set(text, name);
      // Reserves the name, so that no schema inside takes it.
      named[name] = {};
      named[name] = inside(value, trail);
    }
    return { $ref: `#/components/schemas/${name}` };
  };
  const inside = (value: Json, trail: readonly string[]): Json =>
    Object.fromEntries(
      Object.entries(value).map(([key, held]) => [key, isExample(key) ? held : replaced(held, [...trail, key])]),
    );
  const replaced = (value: unknown, trail: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((held, index) => replaced(held, [...trail, String(index)]));
    if (!isObject(value)) return value;
    const text = isSchema(value) ? JSON.stringify(value) : '';
    if (text.length >= WORTH_SHARING && (seen.get(text) ?? 0) > 1) return refer(text, value, trail);
    return inside(value, trail);
  };
  const result = Object.fromEntries(
    Object.entries(bare).map(([path, held]) => [
      path,
      isObject(held)
        ? Object.fromEntries(Object.entries(held).map(([method, call]) => [method, ofCall(call, replaced)]))
        : held,
    ]),
  );
  return { operations: result, named };
}

/** Names the schemas of one call after it. */
function ofCall(call: unknown, replaced: (value: unknown, trail: readonly string[]) => unknown): unknown {
  if (!isObject(call)) return call;
  const name = String(call['operationId']);
  return Object.fromEntries(
    Object.entries(call).map(([part, held]) => [
      part,
      part === 'responses' ? answers(held, name) : replaced(held, [name]),
    ]),
  );
  function answers(held: unknown, trail: string): unknown {
    if (!isObject(held)) return held;
    return Object.fromEntries(Object.entries(held).map(([code, answer]) => [code, replaced(answer, [trail])]));
  }
}
