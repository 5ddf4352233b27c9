import { z } from 'zod';
import { personalKindOf } from '@kabinet/contract/staff';
import type { SightOfKinds } from '@kabinet/contract/staff';
import { seen } from './mask.rules.ts';

/** Makes of a value, as it is on the wire, what somebody may see of it. */
type Mask = (value: unknown, sight: SightOfKinds) => unknown;

/** The marks of a schema never change, so they are read once; undefined: nothing in it is personal. */
const known = new WeakMap<z.core.$ZodType, Mask | null>();

function maskOf(schema: z.core.$ZodType): Mask | undefined {
  const made = known.get(schema);
  if (made !== undefined) return made ?? undefined;
  const mask = newMaskOf(schema);
  known.set(schema, mask ?? null);
  return mask;
}

function newMaskOf(schema: z.core.$ZodType): Mask | undefined {
  const kind = personalKindOf(schema, z.globalRegistry.get(schema));
  if (kind !== undefined) return (value, sight) => eachText(value, (text) => seen(kind, sight[kind], text));
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object') return ofObject(def.shape);
  if (def.type === 'array') return ofArray(def.element);
  if (def.type === 'record') return ofRecord(def.valueType);
  if (def.type === 'union') return ofUnion(def.options);
  return 'innerType' in def ? maskOf(def.innerType) : undefined;
}

function ofObject(shape: Readonly<Record<string, z.core.$ZodType>>): Mask | undefined {
  const masks = Object.entries(shape).flatMap(([name, field]) => {
    const mask = maskOf(field);
    return mask ? [[name, mask] as const] : [];
  });
  if (masks.length === 0) return undefined;
  return (value, sight) => {
    if (!isObject(value)) return value;
    const masked = masks.flatMap(([name, mask]) => (name in value ? [[name, mask(value[name], sight)] as const] : []));
    return { ...value, ...Object.fromEntries(masked) };
  };
}

function ofArray(element: z.core.$ZodType): Mask | undefined {
  const mask = maskOf(element);
  return mask && ((value, sight) => (Array.isArray(value) ? value.map((one) => mask(one, sight)) : value));
}

function ofRecord(values: z.core.$ZodType): Mask | undefined {
  const mask = maskOf(values);
  if (!mask) return undefined;
  return (value, sight) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mask(one, sight)])) : value;
}

function ofUnion(options: readonly z.core.$ZodType[]): Mask | undefined {
  const masks = options.flatMap((option) => maskOf(option) ?? []);
  return masks.length === 0 ? undefined : (value, sight) => masks.reduce((now, mask) => mask(now, sight), value);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every text of a value, at any depth; numbers of a person are texts. */
function eachText(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => eachText(one, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, eachText(one, change)]));
}

/** A reply, as it is on the wire, as somebody may see it. */
export function masked(schema: z.core.$ZodType, value: unknown, sight: SightOfKinds): unknown {
  return maskOf(schema)?.(value, sight) ?? value;
}

/** What a request says, as it was kept, by the marks of the schemas of its call. */
export function maskedInput(
  fields: Readonly<Record<string, z.core.$ZodType>>,
  input: Readonly<Record<string, unknown>>,
  sight: SightOfKinds,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      const field = fields[name];
      return [name, field ? masked(field, value, sight) : value];
    }),
  );
}
