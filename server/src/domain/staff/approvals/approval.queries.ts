import type { ActingRole, OperatorRole } from '@kabinet/contract/kernel/call/staff-call';
import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { storableJson } from '#server/db/storable-json.ts';
import type { Rehearsed } from './approval.rules.ts';

interface NewApproval {
  readonly call: string;
  /** Sealed. */
  readonly input: Buffer;
  readonly reason: string;
  readonly askedBy: number;
  readonly askedRole: OperatorRole;
  readonly askedAt: Date;
  readonly until: Date;
  readonly rehearsal: Rehearsed;
}

export const insertApproval = (tx: Tx, asked: NewApproval): Promise<{ approval_id: number }> =>
  tx.one(sql`
    insert into staff_approval (call, input, reason, asked_by, asked_role, asked_at, until, rehearsal)
    values (${asked.call}, ${asked.input}, ${asked.reason}, ${asked.askedBy}, ${asked.askedRole}, ${asked.askedAt},
      ${asked.until}, ${storableJson(asked.rehearsal)})
    returning approval_id`);

export interface ApprovalRow {
  readonly approval_id: number;
  readonly call: string;
  readonly input: Buffer;
  readonly reason: string;
  readonly asked_by: number;
  readonly asker: string;
  readonly asked_role: ActingRole;
  readonly asked_at: Instant;
  readonly until: Instant;
  readonly rehearsal: Rehearsed;
  readonly state: 'waiting' | 'agreed' | 'refused' | 'withdrawn';
  readonly decider: string | null;
  readonly decided_at: Instant | null;
  readonly note: string | null;
}

const COLUMNS = sql`approval_id, call, input, reason, asked_by, asker.name as asker, asked_role, asked_at, until, rehearsal, state,
  decider.name as decider, decided_at, note`;
const FROM = sql`staff_approval
  join staff_person asker on asker.person_id = asked_by
  left join staff_person decider on decider.person_id = decided_by`;

/** What waits, then what does not any more, newest first; all of them, or those that one person has asked for. */
export const approvals = (
  tx: Tx,
  { askedBy, limit, now }: { readonly askedBy: number | null; readonly limit: number; readonly now: Date },
): Promise<ApprovalRow[]> =>
  tx.rows(sql`
    select ${COLUMNS} from ${FROM}
    where ${askedBy}::integer is null or asked_by = ${askedBy}
    order by state = 'waiting' and until > ${now} desc, asked_at desc, approval_id desc limit ${limit}`);

export const approvalById = (tx: Tx, approvalId: number): Promise<ApprovalRow | undefined> =>
  tx.maybe(sql`select ${COLUMNS} from ${FROM} where approval_id = ${approvalId}`);

/** The same, locked: of two who decide at once the second sees what the first has decided. */
export const holdApproval = (tx: Tx, approvalId: number): Promise<ApprovalRow | undefined> =>
  tx.maybe(sql`select ${COLUMNS} from ${FROM} where approval_id = ${approvalId} for update of staff_approval`);

interface Decision {
  readonly state: 'agreed' | 'refused' | 'withdrawn';
  readonly by: number;
  readonly at: Date;
  readonly note?: string | undefined;
}

export async function decideApproval(tx: Tx, approvalId: number, { state, by, at, note }: Decision): Promise<void> {
  await tx.run(sql`
    update staff_approval set state = ${state}, decided_by = ${by}, decided_at = ${at}, note = ${note ?? null}
    where approval_id = ${approvalId}`);
}
