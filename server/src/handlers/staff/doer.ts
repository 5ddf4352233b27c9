import type { OperatorCall } from '@kabinet/contract/kernel/call/staff-call';
import type { Tx } from '#server/db/database.ts';
import { insertStaffChange, type NewStaffChange } from '#server/domain/changes/staff-change/staff-change.queries.ts';
import type { StaffDoer } from '#server/domain/changes/staff-change/staff-change.ts';
import type { Provider } from '#server/kernel/provider.ts';
import type { Operator } from '#server/kernel/world.ts';
import { atOf } from './at.ts';

/** Who makes a change of terms, and whether it is only rehearsed. */
export const staffDoer = (
  { name, role }: Operator,
  { command }: Pick<OperatorCall, 'command'>,
  { dry_run }: { readonly dry_run?: 'yes' | 'no' | undefined },
): StaffDoer => ({ name, role, call: command.words, isRehearsal: dry_run === 'yes' });

/** The moment, the zone, and the phone that clients are told to call. */
export const supportedAt = (scope: { readonly now: Date; readonly provider: Provider }) => ({
  ...atOf(scope),
  support: scope.provider.support_phones[0]?.phone ?? '',
});

interface Noting {
  readonly db: Tx;
  readonly now: Date;
  readonly operator: Operator;
}

/** A line of the timeline about what changes no terms: who has done what. */
export const noteByStaff = async (
  { db, now, operator: { name: operator, role } }: Noting,
  { command }: Pick<OperatorCall, 'command'>,
  { contractId, userId, text }: Pick<NewStaffChange, 'contractId' | 'text'> & { readonly userId?: number },
): Promise<void> => {
  const call = command.words;
  await insertStaffChange(db, { contractId, userId: userId ?? null, operator, role, call, text }, now);
};
