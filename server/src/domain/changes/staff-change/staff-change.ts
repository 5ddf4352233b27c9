import type { ActingRole } from '@kabinet/contract/kernel/call/staff-call';
import { dayIn } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import type { At } from '#server/domain/shared/at.ts';
import { momentText } from '#server/domain/shared/text.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { contractVersion, insertStaffChange, lockWholeContract, staffChangeSince } from './staff-change.queries.ts';

/** Who of the staff makes a change, by which call. */
export interface StaffDoer {
  readonly name: string;
  readonly role: ActingRole;
  readonly call: string;
  readonly isRehearsal: boolean;
}

export interface StaffChangeOf<T> {
  readonly contractId: number;
  readonly userId?: number;
  /** Of the card that was decided on. */
  readonly version: number | undefined;
  /** Makes the change; `text` is its line in the timeline. */
  readonly make: () => Promise<{ readonly text: string; readonly answer: T }>;
}

/**
 * A change of terms by the staff: locks the contract, refuses what was decided on another version, makes the change and notes who has
 * made it. A rehearsal is answered with the version that it was made on, because the change itself will name that.
 */
export async function changeByStaff<T>(
  tx: Tx,
  { contractId, userId, version, make }: StaffChangeOf<T>,
  by: StaffDoer,
  at: At,
): Promise<T & { readonly contract_id: number; readonly version: number; readonly rehearsed: boolean }> {
  if (!(await lockWholeContract(tx, contractId))) throw new Problem('contract_unknown');
  const before = await contractVersion(tx, contractId);
  if (version !== undefined && version !== before) throw await changedMeanwhile(tx, contractId, version, at);
  const { text, answer } = await make();
  const { name: operator, role, call } = by;
  const after = await insertStaffChange(tx, { contractId, userId: userId ?? null, operator, role, call, text }, at.now);
  const { isRehearsal: rehearsed } = by;
  return { ...answer, contract_id: contractId, version: rehearsed ? before : after, rehearsed };
}

/** Names who was first; what no one of the staff has changed, the subscriber has, in his cabinet. */
async function changedMeanwhile(tx: Tx, contractId: number, version: number, { now, zone }: At): Promise<Problem> {
  const first = await staffChangeSince(tx, contractId, version);
  const what = first
    ? `Договор уже изменили: ${first.operator}, ${momentText(first.made_at, dayIn(zone, now), zone)}. ${first.text}`
    : 'Договор уже изменил сам абонент в кабинете';
  return new Problem('changed_meanwhile', { message: `${what}. Откройте карточку заново и решите ещё раз` });
}
