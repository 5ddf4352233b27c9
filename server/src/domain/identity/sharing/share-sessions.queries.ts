import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import type { Instant } from '@kabinet/contract/kernel/day';
import type { ShareRole } from '@kabinet/contract/kernel/sharing';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';

type ShareEnd = 'revoked' | 'left' | 'role_changed' | 'expired';

async function markEnded(tx: Tx, shareId: string, reason: ShareEnd, now: Date): Promise<void> {
  await tx.run(sql`
    update contract_share set ended_at = ${now}, end_reason = ${reason}, used_at = greatest(used_at, (
      select max(last_used_at) from session where share_id = ${shareId}))
    where share_id = ${shareId} and ended_at is null`);
}

/** Ends a share; sessions that have its contract open return to their own contract. */
export async function endShare(
  tx: Tx,
  shareId: string,
  reason: Exclude<ShareEnd, 'role_changed'>,
  now: Date,
): Promise<void> {
  await markEnded(tx, shareId, reason, now);
  await closeIn(tx, shareId);
}

/** The sessions of a member that have the contract of a share open. */
export const sessionsIn = async (tx: Tx, shareId: string): Promise<string[]> =>
  (
    await tx.rows<{ session_id: string }>(sql`
      select session_id from session where share_id = ${shareId} and ended_at is null order by session_id`)
  ).map(({ session_id }) => session_id);

/** Ends a share and begins another one with the same member in its place, also in the sessions that have its contract open. */
export async function replaceShare(
  tx: Tx,
  shareId: string,
  next: { readonly id: string; readonly role: ShareRole },
  now: Date,
): Promise<void> {
  await markEnded(tx, shareId, 'role_changed', now);
  await tx.run(sql`
    insert into contract_share (share_id, contract_id, member_id, role, since, used_at, label, ends_at, reminded_of)
    select ${next.id}, contract_id, member_id, ${next.role}, since, used_at, label, ends_at, reminded_of from contract_share where share_id = ${shareId}`);
  await tx.run(sql`update share_invitation set share_id = ${next.id} where share_id = ${shareId}`);
  await moveIn(tx, next.id, sql`share_id = ${shareId}`);
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

/** Returns these sessions to their own contract. */
const closeWhere = (tx: Tx, which: Sql): Promise<number> => moveIn(tx, null, which);

/** Sets which contract these sessions have open; their tokens and links of documents are not valid any more. */
async function moveIn(tx: Tx, shareId: string | null, which: Sql): Promise<number> {
  const closed = await tx.rows(sql`
    with closed as (
      update session set share_id = ${shareId}::uuid where share_id is not null and ${which} returning session_id, ended_at
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
