import { z } from 'zod';

/** How a payload looks that waits in the database: an update of Kabinet may come before it is read. */
export interface Versioned<Payload extends object> {
  /** Of the payload's shape. Raise it when the shape changes, and give `upgrade`: payloads of the version before may still wait. */
  readonly version: number;
  readonly payload: z.ZodType<Payload>;
  /** Makes a payload of an earlier version one of this version. */
  readonly upgrade?: (payload: unknown, version: number) => unknown;
}

export interface StoredPayload {
  readonly version: number;
  readonly payload: unknown;
}

/** Throws when the payload is none of the shape: of a later version, or of another shape. */
export function readPayload<Payload extends object>(
  name: string,
  shape: Versioned<Payload>,
  { version, payload }: StoredPayload,
): Payload {
  if (version > shape.version) throw new Error(`${name} of version ${version} needs a newer Kabinet`);
  return fitting(name, shape.payload, version < shape.version ? shape.upgrade?.(payload, version) : payload);
}

export function fitting<T>(name: string, schema: z.ZodType<T>, payload: unknown): T {
  const read = schema.safeParse(payload);
  if (!read.success) throw new Error(`${name}: the payload does not fit. ${z.prettifyError(read.error)}`);
  return read.data;
}
