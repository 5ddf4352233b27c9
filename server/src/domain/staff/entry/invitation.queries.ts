import type { OperatorRole } from '@kabinet/contract/kernel/call/staff-call';
import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

interface NewInvitation {
  readonly personId: number;
  readonly codeHash: Buffer;
  readonly totpSecret: Buffer;
  readonly invitedAt: Date;
  readonly expiresAt: Date;
}

/** Ends what a person has been invited by. */
export async function endInvitations(tx: Tx, personId: number, now: Date): Promise<void> {
  await tx.run(sql`update staff_invitation set ended_at = ${now} where person_id = ${personId} and ended_at is null`);
}

export async function insertStaffInvitation(tx: Tx, invitation: NewInvitation): Promise<void> {
  const { personId, codeHash, totpSecret, invitedAt, expiresAt } = invitation;
  await tx.run(sql`
    insert into staff_invitation (person_id, code_hash, totp_secret, invited_at, expires_at)
    values (${personId}, ${codeHash}, ${totpSecret}, ${invitedAt}, ${expiresAt})`);
}

export interface WaitingInvitation {
  readonly invitation_id: number;
  readonly person_id: number;
  readonly login: string;
  readonly name: string;
  readonly roles: readonly OperatorRole[];
  readonly totp_secret: Buffer;
  readonly expires_at: Instant;
}

/** The invitation of a code that may still be accepted. */
export const waitingInvitation = (tx: Tx, codeHash: Buffer, now: Date): Promise<WaitingInvitation | undefined> =>
  tx.maybe(sql`
    select invitation_id, person_id, login, name, roles, i.totp_secret, expires_at
    from staff_invitation i join staff_person using (person_id)
    where code_hash = ${codeHash} and ended_at is null and expires_at > ${now} and blocked_at is null`);

/** Uses an invitation; true only for the first who does. */
export const useInvitation = async (tx: Tx, invitationId: number, now: Date): Promise<boolean> =>
  (await tx.run(sql`
    update staff_invitation set ended_at = ${now} where invitation_id = ${invitationId} and ended_at is null`)) > 0;
