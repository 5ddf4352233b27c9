import type { Call } from '@kabinet/contract/kernel/call/call';
import type { AnyHandler } from '#server/kernel/world.ts';

/** Calls of a table, by resource and name. */
export type LongReads<Table> = { readonly [Group in keyof Table]?: readonly (keyof Table[Group] & string)[] };

/** The same handlers; those of long reads say that the standby may serve them. */
export function fromStandby<Table extends object>(
  table: Table,
  reads: LongReads<Table>,
  handlerOf: (call: Call) => AnyHandler,
): (call: Call) => AnyHandler {
  const marked = new Map<Call, AnyHandler>();
  for (const [group, names] of Object.entries(reads) as [string, readonly string[]][]) {
    for (const name of names) {
      const call = (table as Record<string, Record<string, Call>>)[group]?.[name];
      if (call?.effect !== 'read') throw new Error(`No read ${group}.${name}`);
      const handler = handlerOf(call);
      if (handler.ownTransactions) throw new Error(`${group}.${name} opens its transactions itself`);
      const onStandby: AnyHandler = (input, scope) => handler(input, scope);
      marked.set(call, Object.assign(onStandby, { fromStandby: true as const }));
    }
  }
  return (call) => marked.get(call) ?? handlerOf(call);
}
