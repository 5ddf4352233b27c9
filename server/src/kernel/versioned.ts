import { z } from 'zod';

/** The shape of a payload stored in the database: Kabinet may be updated before the payload is read. */
export interface Versioned<Payload extends object> {
  /**
   * Version of the payload's shape. Raise it when the shape changes and add `upgrade`: payloads of the previous version
   * may still wait.
   */
  readonly version: number;
  readonly payload: z.ZodType<Payload>;
  /** Converts a payload of an earlier version to this version. */
  readonly upgrade?: (payload: unknown, version: number) => unknown;
}

export interface StoredPayload {
  readonly version: number;
  readonly payload: unknown;
}

/** Throws if the payload has a later version or another shape. */
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
