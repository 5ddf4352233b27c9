import type { Instant } from '@kabinet/contract/kernel/day';
import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import type { ShareRole } from '@kabinet/contract/kernel/sharing';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import type { ContactAddress } from '../contacts/address.rules.ts';
import { holds } from '../session/share-holds.queries.ts';
import { INVITATION, type InvitationRow } from './sharing.queries.ts';

export interface NewContactInvitation extends ContactAddress {
  readonly id: string;
  readonly contractId: number;
  readonly role: ShareRole;
  readonly label: string;
  readonly mark: Buffer;
  readonly expiresAt: Date;
  readonly endsAt: Date | null;
}

/** Withdraws an earlier invitation to the same contact, if nobody accepted it in time. */
const dropExpired = (tx: Tx, { contractId, address }: NewContactInvitation, now: Date): Promise<number> =>
  tx.run(sql`
    update share_invitation set withdrawn_at = ${now}
    where contract_id = ${contractId} and contact = ${address} and withdrawn_at is null and share_id is null
      and expires_at <= ${now}`);

/** Stores an invitation; undefined if one to this contact waits. */
export async function insertContactInvitation(
  tx: Tx,
  made: NewContactInvitation,
  now: Date,
): Promise<InvitationRow | undefined> {
  await dropExpired(tx, made, now);
  return tx.maybe(sql`
    insert into share_invitation (invitation_id, contract_id, role, code_mark, created_at, expires_at, contact_kind, contact, label,
      sent_at, ends_at)
    values (${made.id}, ${made.contractId}, ${made.role}, ${made.mark}, ${now}, least(${made.expiresAt}::timestamptz, ${made.endsAt}),
      ${made.kind}, ${made.address}, ${made.label}, ${now}, ${made.endsAt})
    on conflict do nothing
    returning ${INVITATION}`);
}

/** Gives an invitation that waits at a contact a new link and a new term; undefined if there is none. */
export const renewInvitation = (
  tx: Tx,
  contractId: number,
  { id, mark, expiresAt }: { readonly id: AskedId<'invitation'>; readonly mark: Buffer; readonly expiresAt: Date },
  now: Date,
): Promise<InvitationRow | undefined> =>
  tx.maybe(sql`
    update share_invitation set code_mark = ${mark}, expires_at = least(${expiresAt}::timestamptz, ends_at), sent_at = ${now}
    where invitation_id = ${id} and contract_id = ${contractId} and contact is not null and withdrawn_at is null
      and share_id is null and expires_at > ${now}
    returning ${INVITATION}`);

/** An invitation that went to a contact, as its link finds it. */
export interface LinkedInvitation {
  readonly invitation_id: string;
  readonly contract_id: number;
  readonly role: ShareRole;
  readonly contact_kind: ContactAddress['kind'];
  readonly contact: string;
  readonly label: string;
  readonly expires_at: Instant;
  readonly ends_at: Instant | null;
  readonly is_open: boolean;
  /** The member of the share that it became, while that is not over. */
  readonly member_id: number | null;
}

const LINKED = sql`
  select i.invitation_id, i.contract_id, i.role, i.contact_kind, i.contact, i.label, i.expires_at, i.ends_at,
    i.withdrawn_at is null and i.share_id is null and i.expires_at > `;

const byMark = (mark: Buffer, now: Date): Sql => sql`
  ${LINKED} ${now} as is_open, h.member_id
  from share_invitation i left join contract_share h on h.share_id = i.share_id and ${holds(now, sql`h.`)}
  where i.code_mark = ${mark} and i.contact is not null`;

export const invitationOfLink = (tx: Tx, mark: Buffer, now: Date): Promise<LinkedInvitation | undefined> =>
  tx.maybe(byMark(mark, now));

/** The same, locked: of two who accept at once, the second finds it used. */
export const holdInvitationOfLink = (tx: Tx, mark: Buffer, now: Date): Promise<LinkedInvitation | undefined> =>
  tx.maybe(sql`${byMark(mark, now)} for update of i`);

/** Closes an invitation that leads to nothing new. */
export async function closeInvitation(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.run(sql`update share_invitation set withdrawn_at = ${now} where invitation_id = ${id} and share_id is null`);
}
