import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import type { Instant } from '@kabinet/contract/kernel/day';
import type { ShareRole } from '@kabinet/contract/kernel/sharing';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';

/** Locks the contract, so that of two simultaneous shares the second sees the first. */
export async function holdShared(tx: Tx, contractId: number): Promise<void> {
  await tx.run(sql`select contract_id from contract where contract_id = ${contractId} for no key update`);
}

/** Whose contract it is. */
export const sharedClientOf = (tx: Tx, contractId: number): Promise<{ client_name: string; is_company: boolean }> =>
  tx.one(sql`select client_name, is_company from contract where contract_id = ${contractId}`);

export interface MemberRow {
  readonly share_id: string;
  readonly contract_id: number;
  readonly client_name: string;
  readonly is_company: boolean;
  readonly role: ShareRole;
  readonly since: Instant;
  readonly used_at: Instant | null;
  readonly is_in: boolean;
}

/** With whom a contract is shared, the latest first. */
export const membersOf = (tx: Tx, contractId: number): Promise<MemberRow[]> =>
  tx.rows(sql`
    select h.share_id, h.member_id as contract_id, m.client_name, m.is_company, h.role, h.since,
      greatest(h.used_at, s.last_used_at) as used_at, coalesce(s.is_in, false) as is_in
    from contract_share h join contract m on m.contract_id = h.member_id
      left join lateral (
        select max(last_used_at) as last_used_at, bool_or(ended_at is null) as is_in
        from session where share_id = h.share_id) s on true
    where h.contract_id = ${contractId} and h.ended_at is null
    order by h.since desc, h.share_id`);

export interface InvitationRow {
  readonly invitation_id: string;
  readonly role: ShareRole;
  readonly created_at: Instant;
  readonly expires_at: Instant;
}

/** Invitations that wait, the latest first. */
export const invitationsOf = (tx: Tx, contractId: number, now: Date): Promise<InvitationRow[]> =>
  tx.rows(sql`
    select invitation_id, role, created_at, expires_at from share_invitation
    where contract_id = ${contractId} and withdrawn_at is null and share_id is null and expires_at > ${now}
    order by created_at desc, invitation_id`);

interface NewInvitation {
  readonly id: string;
  readonly contractId: number;
  readonly role: ShareRole;
  readonly mark: Buffer;
  readonly expiresAt: Date;
}

export const insertInvitation = (tx: Tx, made: NewInvitation, now: Date): Promise<InvitationRow> =>
  tx.one(sql`
    insert into share_invitation (invitation_id, contract_id, role, code_mark, created_at, expires_at)
    values (${made.id}, ${made.contractId}, ${made.role}, ${made.mark}, ${now}, ${made.expiresAt})
    returning invitation_id, role, created_at, expires_at`);

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
  readonly is_open: boolean;
  /** The share that the invitation became, if it is not over, and its member. */
  readonly share_id: string | null;
  readonly member_id: number | null;
}

/** The invitation of a code, locked, so that of two simultaneous acceptances the second finds it used. */
export const invitationByCode = (tx: Tx, mark: Buffer, now: Date): Promise<FoundInvitation | undefined> =>
  tx.maybe(sql`
    select i.invitation_id, i.contract_id, i.role, i.expires_at,
      i.withdrawn_at is null and i.share_id is null and i.expires_at > ${now} as is_open,
      h.share_id, h.member_id
    from share_invitation i left join contract_share h on h.share_id = i.share_id and h.ended_at is null
    where i.code_mark = ${mark} for update of i`);

interface NewShare {
  readonly id: string;
  readonly contractId: number;
  readonly memberId: number;
  readonly role: ShareRole;
}

export async function insertShare(tx: Tx, share: NewShare, invitationId: string, now: Date): Promise<void> {
  await tx.run(sql`
    insert into contract_share (share_id, contract_id, member_id, role, since)
    values (${share.id}, ${share.contractId}, ${share.memberId}, ${share.role}, ${now})`);
  await tx.run(sql`update share_invitation set share_id = ${share.id} where invitation_id = ${invitationId}`);
}

/** The share of a contract with a member, if there is one. */
export const shareWith = (tx: Tx, contractId: number, memberId: number): Promise<{ share_id: string } | undefined> =>
  tx.maybe(sql`
    select share_id from contract_share
    where contract_id = ${contractId} and member_id = ${memberId} and ended_at is null`);

export interface ShareRow {
  readonly share_id: string;
  readonly contract_id: number;
  readonly member_id: number;
  readonly role: ShareRole;
  readonly is_over: boolean;
}

/** A share of a contract, or with a member, locked. */
export const holdShare = (
  tx: Tx,
  side: { readonly contractId: number } | { readonly memberId: number },
  id: AskedId<'share'>,
): Promise<ShareRow | undefined> =>
  tx.maybe(sql`
    select share_id, contract_id, member_id, role, ended_at is not null as is_over from contract_share
    where share_id = ${id} and ${'contractId' in side ? sql`contract_id = ${side.contractId}` : sql`member_id = ${side.memberId}`}
    for update`);

/** Ends a share; sessions that have its contract open return to their own contract. */
export async function endShare(tx: Tx, shareId: string, reason: 'revoked' | 'left', now: Date): Promise<void> {
  await tx.run(sql`
    update contract_share set ended_at = ${now}, end_reason = ${reason}, used_at = greatest(used_at, (
      select max(last_used_at) from session where share_id = ${shareId}))
    where share_id = ${shareId} and ended_at is null`);
  await closeIn(tx, shareId);
}

/** Closes the contract of a share in the sessions that have it open. */
const closeIn = (tx: Tx, shareId: string): Promise<number> => closeWhere(tx, sql`share_id = ${shareId}`);

/** Closes a contract in the sessions of others that have it open, or in one of them; returns in how many. */
export const closeForOthers = (tx: Tx, contractId: number, only?: AskedId<'session'>): Promise<number> =>
  closeWhere(
    tx,
    sql`share_id in (select share_id from contract_share where contract_id = ${contractId} and ended_at is null)
      and (${only ?? null}::text is null or session_id = ${only ?? null})`,
  );

/** Returns these sessions to their own contract; their tokens and links of documents are not valid any more. */
async function closeWhere(tx: Tx, which: Sql): Promise<number> {
  const closed = await tx.rows(sql`
    with closed as (
      update session set share_id = null where share_id is not null and ${which} returning session_id, ended_at
    ), forgotten as (
      delete from access_token where session_id in (select session_id from closed)
    ), links as (
      delete from document_link where session_id in (select session_id from closed)
    )
    select session_id from closed where ended_at is null`);
  return closed.length;
}

/** A session that opens a contract, and when it ends. */
export interface OpeningSession {
  readonly share_id: string | null;
  readonly expires_at: Instant;
}

/** Locks the shares that a session leaves and opens, in a fixed order, and records their use. */
export async function noteUsed(
  tx: Tx,
  sessionId: string,
  opened: string | AskedId<'share'> | null,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update contract_share set used_at = ${now} where share_id in (
      select share_id from contract_share
      where share_id = ${opened}::uuid or share_id = (select share_id from session where session_id = ${sessionId})
      order by share_id for update)`);
}

/** Sets which contract a session has open; its tokens are not valid any more. Undefined if the session is over. */
export const openIn = (tx: Tx, sessionId: string, shareId: string | null): Promise<OpeningSession | undefined> =>
  tx.maybe(sql`
    with opened as (
      update session set share_id = ${shareId}::uuid where session_id = ${sessionId} and ended_at is null
      returning session_id, share_id, expires_at
    ), forgotten as (
      delete from access_token where session_id in (select session_id from opened)
    ), links as (
      delete from document_link where session_id in (select session_id from opened)
    )
    select share_id, expires_at from opened`);
