import { z } from 'zod';
import type { OperatorCall } from '@kabinet/contract/kernel/call/staff-call';
import type { RawInput } from '#server/kernel/world.ts';
import type { CallFields } from './command.ts';

const PARTS = ['params', 'query', 'body'] as const;

/** Whether the field of that name is sent in the path, the query or the body. */
function partOf(call: OperatorCall, name: string): (typeof PARTS)[number] {
  const part = PARTS.find((one) => Object.hasOwn(call[one].shape, name));
  if (!part) throw new Error(`${call.path} has no field ${name}`);
  return part;
}

/** Whether the call can do without the field. */
export function isOptional(call: OperatorCall, name: string): boolean {
  const { [name]: schema } = call[partOf(call, name)].shape as Record<string, z.core.$ZodType>;
  return schema !== undefined && z.safeParse(schema, undefined).success;
}

/** The fields that are typed in order. */
export const argumentsOf = ({ command }: OperatorCall): string[] => Object.keys(command.arguments ?? {});

export function inputOf(call: OperatorCall, fields: CallFields): RawInput {
  const within = (part: (typeof PARTS)[number]) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => partOf(call, name) === part));
  return { params: within('params'), query: within('query'), body: within('body') };
}
