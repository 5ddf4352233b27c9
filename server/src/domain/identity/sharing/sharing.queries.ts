import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import type { Instant } from '@kabinet/contract/kernel/day';
import type { ShareRole } from '@kabinet/contract/kernel/sharing';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import { knownNo } from '#server/domain/shared/contract-no.queries.ts';
import { holds } from '../session/share-holds.queries.ts';
import type { ContactAddress } from '../contacts/address.rules.ts';

/** Locks the contract, so that of two simultaneous shares the second sees the first. */
export async function holdShared(tx: Tx, contractId: number): Promise<void> {
  await tx.run(sql`select contract_id from contract where contract_id = ${contractId} for no key update`);
}

/** Whose contract it is. */
export const sharedClientOf = (
  tx: Tx,
  contractId: number,
): Promise<{ client_name: string; is_company: boolean; contract_no: string }> =>
  tx.one(sql`
    select client_name, is_company, ${knownNo(sql`c`)} as contract_no from contract c where contract_id = ${contractId}`);

export interface MemberRow {
  readonly share_id: string;
  readonly contract_id: number;
  readonly printed_no: string | null;
  readonly client_name: string;
  readonly is_company: boolean;
  /** How the owner calls a person without a contract, and where he invited her. */
  readonly label: string | null;
  readonly contact_kind: ContactAddress['kind'] | null;
  readonly contact: string | null;
  readonly role: ShareRole;
  readonly ends_at: Instant | null;
  readonly since: Instant;
  readonly used_at: Instant | null;
  readonly is_in: boolean;
}

/** With whom a contract is shared, the latest first. */
export const membersOf = (tx: Tx, contractId: number, now: Date): Promise<MemberRow[]> =>
  tx.rows(sql`
    select h.share_id, h.member_id as contract_id, m.printed_no, m.client_name, m.is_company, h.label, i.contact_kind, i.contact, h.role, h.ends_at, h.since,
      greatest(h.used_at, s.last_used_at) as used_at, coalesce(s.is_in, false) as is_in
    from contract_share h join contract m on m.contract_id = h.member_id
      left join share_invitation i on i.share_id = h.share_id and h.label is not null
      left join lateral (
        select max(last_used_at) as last_used_at, bool_or(ended_at is null) as is_in
        from session where share_id = h.share_id) s on true
    where h.contract_id = ${contractId} and ${holds(now, sql`h.`)}
    order by h.since desc, h.share_id`);

export interface InvitationRow {
  readonly invitation_id: string;
  readonly role: ShareRole;
  /** When the access ends that it gives; null: it has no term. */
  readonly ends_at: Instant | null;
  readonly created_at: Instant;
  readonly expires_at: Instant;
  /** Where it was sent, and how the owner calls whom he has invited; null: a code that he hands over. */
  readonly contact_kind: ContactAddress['kind'] | null;
  readonly contact: string | null;
  readonly label: string | null;
  readonly sent_at: Instant | null;
}

export const INVITATION = sql`invitation_id, role, ends_at, created_at, expires_at, contact_kind, contact, label, sent_at`;

/** Invitations that wait, the latest first. */
export const invitationsOf = (tx: Tx, contractId: number, now: Date): Promise<InvitationRow[]> =>
  tx.rows(sql`
    select ${INVITATION} from share_invitation
    where contract_id = ${contractId} and withdrawn_at is null and share_id is null and expires_at > ${now}
    order by created_at desc, invitation_id`);

interface NewInvitation {
  readonly id: string;
  readonly contractId: number;
  readonly role: ShareRole;
  readonly mark: Buffer;
  readonly expiresAt: Date;
  readonly endsAt: Date | null;
}

export const insertInvitation = (tx: Tx, made: NewInvitation, now: Date): Promise<InvitationRow> =>
  tx.one(sql`
    insert into share_invitation (invitation_id, contract_id, role, code_mark, created_at, expires_at, ends_at)
    values (${made.id}, ${made.contractId}, ${made.role}, ${made.mark}, ${now}, least(${made.expiresAt}::timestamptz, ${made.endsAt}),
      ${made.endsAt})
    returning ${INVITATION}`);

/** Withdraws an invitation that nobody has accepted; returns whether there is one, and whether it was accepted before. */
export const withdrawInvitation = (
  tx: Tx,
  contractId: number,
  id: AskedId<'invitation'>,
  now: Date,
): Promise<{ invitation_id: string; is_used: boolean } | undefined> =>
  tx.maybe(sql`
    update share_invitation
    set withdrawn_at = case when share_id is null then coalesce(withdrawn_at, ${now}) end
    where contract_id = ${contractId} and invitation_id = ${id}
    returning invitation_id, share_id is not null as is_used`);

/** Whether nobody has used or withdrawn it. */
export const isInvitationOpen = async (tx: Tx, contractId: number, id: AskedId<'invitation'>): Promise<boolean> =>
  (await tx.maybe(sql`
    select from share_invitation
    where contract_id = ${contractId} and invitation_id = ${id} and share_id is null and withdrawn_at is null`)) !==
  undefined;

/** An invitation with the contract that it opens. */
export interface FoundInvitation {
  readonly invitation_id: string;
  readonly contract_id: number;
  readonly role: ShareRole;
  readonly expires_at: Instant;
  readonly ends_at: Instant | null;
  readonly is_open: boolean;
  /** The share that the invitation became, if it is not over, and its member. */
  readonly share_id: string | null;
  readonly member_id: number | null;
  /** If it went to a contact, only a contract that signs in by it may accept. */
  readonly contact_kind: ContactAddress['kind'] | null;
  readonly contact: string | null;
  readonly label: string | null;
}

/** The invitation of a code, locked, so that of two simultaneous acceptances the second finds it used. */
export const invitationByCode = (tx: Tx, mark: Buffer, now: Date): Promise<FoundInvitation | undefined> =>
  tx.maybe(sql`
    select i.invitation_id, i.contract_id, i.role, i.expires_at, i.ends_at,
      i.withdrawn_at is null and i.share_id is null and i.expires_at > ${now} as is_open,
      h.share_id, h.member_id, i.contact_kind, i.contact, i.label
    from share_invitation i left join contract_share h on h.share_id = i.share_id and ${holds(now, sql`h.`)}
    where i.code_mark = ${mark} for update of i`);

interface NewShare {
  readonly id: string;
  readonly contractId: number;
  readonly memberId: number;
  readonly role: ShareRole;
  /** How the owner calls a person without a contract. */
  readonly label: string | null;
  readonly endsAt: Instant | null;
}

export async function insertShare(tx: Tx, share: NewShare, invitationId: string, now: Date): Promise<void> {
  await tx.run(sql`
    insert into contract_share (share_id, contract_id, member_id, role, since, label, ends_at)
    values (${share.id}, ${share.contractId}, ${share.memberId}, ${share.role}, ${now}, ${share.label}, ${share.endsAt})`);
  await tx.run(sql`update share_invitation set share_id = ${share.id} where invitation_id = ${invitationId}`);
}

/** How the owner of a share calls its member, if he is a person without a contract. */
export const labelOf = async (tx: Tx, shareId: string): Promise<string | null> =>
  (await tx.one<{ label: string | null }>(sql`select label from contract_share where share_id = ${shareId}`)).label;

export interface ShareRow {
  readonly share_id: string;
  readonly contract_id: number;
  readonly member_id: number;
  readonly role: ShareRole;
  readonly ends_at: Instant | null;
  readonly is_over: boolean;
}

const shareRow = (now: Date): Sql =>
  sql`share_id, contract_id, member_id, role, ends_at, not (${holds(now)}) as is_over`;

/** The share of a contract with a member that nobody has ended, locked. */
export const holdShareWith = (tx: Tx, contractId: number, memberId: number, now: Date): Promise<ShareRow | undefined> =>
  tx.maybe(sql`
    select ${shareRow(now)} from contract_share
    where contract_id = ${contractId} and member_id = ${memberId} and ended_at is null
    for update`);

/** A share of a contract, or with a member, locked. */
export const holdShare = (
  tx: Tx,
  side: { readonly contractId: number } | { readonly memberId: number },
  id: AskedId<'share'>,
  now: Date,
): Promise<ShareRow | undefined> =>
  tx.maybe(sql`
    select ${shareRow(now)} from contract_share
    where share_id = ${id} and ${'contractId' in side ? sql`contract_id = ${side.contractId}` : sql`member_id = ${side.memberId}`}
    for update`);
