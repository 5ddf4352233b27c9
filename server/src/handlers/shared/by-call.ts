import type { Call } from '@kabinet/contract/kernel/call/call';

/** Returns a lookup of the value for each call of a table: both have the same groups and names. */
export function byCall(table: object, values: object): (call: Call) => unknown {
  const found = new Map<Call, unknown>();
  const valuesOf = values as Record<string, Record<string, unknown> | undefined>;
  for (const [group, calls] of Object.entries(table) as [string, Record<string, Call>][]) {
    for (const [name, call] of Object.entries(calls)) {
      const value = valuesOf[group]?.[name];
      if (!value) throw new Error(`Nothing for the call ${group}.${name}`);
      found.set(call, value);
    }
  }
  return (call) => {
    const value = found.get(call);
    if (!value) throw new Error(`Not a call of this table: ${call.path}`);
    return value;
  };
}
