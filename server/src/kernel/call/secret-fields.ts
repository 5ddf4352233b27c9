import { z } from 'zod';

/** Whether the meta of a schema says `secret`: its value is in no journal and is kept nowhere. */
export const isSecret = (schema: z.core.$ZodType): boolean => z.globalRegistry.get(schema)?.['secret'] === true;

/** Whether an answer has a value in a field of its schema, at any depth, that is secret. */
export function tellsSecret(schema: z.core.$ZodType, answer: unknown): boolean {
  if (answer === undefined || answer === null) return false;
  if (isSecret(schema)) return true;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'array') return (answer as readonly unknown[]).some((one) => tellsSecret(def.element, one));
  if (def.type !== 'object') return false;
  return Object.entries(def.shape).some(([name, field]) => tellsSecret(field, fieldIn(answer, name)));
}

const fieldIn = (answer: unknown, name: string): unknown => (answer as Readonly<Record<string, unknown>>)[name];

type Fields = Readonly<Record<string, unknown>>;

/** An answer without what its schema calls secret, and the secrets apart; only those of its outer fields. */
export function withoutSecrets(
  schema: z.core.$ZodType,
  answer: unknown,
): { readonly told: unknown; readonly secrets: Readonly<Record<string, string>> | undefined } {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type !== 'object' || typeof answer !== 'object' || answer === null)
    return { told: answer, secrets: undefined };
  const isHidden = (name: string): boolean => def.shape[name] !== undefined && isSecret(def.shape[name]);
  const fields = Object.entries(answer as Fields);
  const secrets = fields.filter(([name]) => isHidden(name));
  return {
    told: Object.fromEntries(fields.filter(([name]) => !isHidden(name))),
    secrets: secrets.length === 0 ? undefined : (Object.fromEntries(secrets) as Record<string, string>),
  };
}
