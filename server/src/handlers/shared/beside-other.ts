import type { Call } from '@kabinet/contract/kernel/call/call';
import type { Database, Tx } from '#server/db/database.ts';
import { isChargedOutside } from '#server/domain/billing/charging/source.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { AnyHandler } from '#server/kernel/world.ts';

/** Why calls of a table are refused while another billing charges, and what to do instead: by group and name. */
export type RefusedBeside<Table> = {
  readonly [Group in keyof Table]?: { readonly [Name in keyof Table[Group]]?: string };
};

/**
 * Handlers that refuse, before they do anything, what only the other billing can change while it charges (decision 0278).
 * `server/test/calls/beside-other.test.ts` asks of each new call what it does then.
 */
export function besideOther<Table extends object>(
  table: Table,
  refused: RefusedBeside<Table>,
  handlerOf: (call: Call) => AnyHandler,
): (call: Call) => AnyHandler {
  const guarded = new Map<Call, AnyHandler>();
  for (const [group, names] of Object.entries(refused) as [string, Readonly<Record<string, string>>][]) {
    for (const [name, message] of Object.entries(names)) {
      const call = (table as Record<string, Record<string, Call>>)[group]?.[name];
      if (!call) throw new Error(`No call ${group}.${name}`);
      guarded.set(call, refusing(handlerOf(call), message));
    }
  }
  return (call) => guarded.get(call) ?? handlerOf(call);
}

function refusing(handler: AnyHandler, message: string): AnyHandler {
  const { ownTransactions } = handler;
  const guarded: AnyHandler = async (input, scope) => {
    const { db } = scope as { readonly db: Tx | Database };
    const isOutside = await ('read' in db ? db.read(isChargedOutside) : isChargedOutside(db));
    if (isOutside) throw new Problem('change_not_allowed', { message });
    return handler(input, scope);
  };
  return ownTransactions ? Object.assign(guarded, { ownTransactions }) : guarded;
}
