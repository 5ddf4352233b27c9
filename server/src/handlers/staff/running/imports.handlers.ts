import { dayIn } from '@kabinet/contract/kernel/day';
import type { Input, Result } from '@kabinet/contract/kernel/call/call';
import type { OperatorContract } from '@kabinet/contract/staff';
import { holdOf } from '#server/domain/billing/charging/hold.queries.ts';
import { importTables } from '#server/domain/import/import.ts';
import { withoutTransaction, type OpenScopeOf } from '#server/kernel/world.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';

type Imports = OperatorContract['imports'];
type Load = Imports['load'];

async function taken(
  { body }: Input<Load>,
  { db, now, provider, outside, reply, request }: OpenScopeOf<Load>,
  isCheck: boolean,
): Promise<Result<Load>> {
  const today = dayIn(provider.time_zone, now);
  const { counts, ...found } = await importTables(db, request.tables ?? body.tables, {
    isCheck,
    now,
    today,
    zone: provider.time_zone,
    vault: outside.vault,
    sipDomain: provider.sip?.domain,
    sessionMonths: provider.accounting.sessions_months,
    hear: (progress) => reply.progress?.(progress),
  });
  const hold = await db.read((tx) => holdOf(tx, today));
  return { tables: counts, ...found, on_hold: hold !== undefined };
}

export const importHandlers: PlainHandlers<Imports, 'check' | 'diff' | 'load'> = {
  // Hashing passwords must not hold a transaction; the tables themselves are one.
  check: withoutTransaction((input, scope) => taken(input, scope, true)),
  diff: withoutTransaction((input, scope) => taken(input, scope, true)),
  load: withoutTransaction((input, scope) => taken(input, scope, false)),
};
