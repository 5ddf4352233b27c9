import { z } from 'zod';

/** Whether the meta of a schema says `secret`: its value is in no journal and is kept nowhere. */
export const isSecret = (schema: z.core.$ZodType): boolean => z.globalRegistry.get(schema)?.['secret'] === true;

/** Whether a field of a result, at any depth, is secret. */
export function tellsSecret(schema: z.core.$ZodType): boolean {
  if (isSecret(schema)) return true;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object') return Object.values(def.shape).some(tellsSecret);
  return def.type === 'array' && tellsSecret(def.element);
}
