import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import type { ShareRole } from '@kabinet/contract/kernel/sharing';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import type { Instant } from '@kabinet/contract/kernel/day';
import type { Caller } from '#server/kernel/world.ts';
import { hashOf } from '#server/domain/shared/secrets.ts';
import { holds } from './share-holds.queries.ts';
import type { AuditKind } from './audit.texts.ts';
import { CONFIRMED_FOR, IDLE_LIFE, type EndReason, type SessionTimes } from './session.rules.ts';

export interface SessionRow extends SessionTimes {
  readonly session_id: string;
  readonly contract_id: number;
  readonly refresh_hash: Buffer;
  readonly previous_hash: Buffer | null;
  readonly derivation_key: Buffer;
  readonly browser: string;
  readonly network: string;
  readonly end_reason: EndReason | null;
}

/** A new session; moments are dates. */
export interface NewSession {
  readonly sessionId: string;
  readonly contractId: number | null;
  readonly refreshHash: Buffer | null;
  readonly pageHash: Buffer | null;
  readonly derivationKey: Buffer;
  readonly startedAt: Date;
  readonly expiresAt: Date;
  readonly browser: string;
  readonly network: string;
}

/**
 * The owner of a token; undefined if it is unknown or expired, or its session or the share that it has open is over: a token
 * never changes its contract. Runs on every call. The limits
 * make PostgreSQL start at the token: it plans once for a connection, and with few sessions it would read all of them.
 */
export async function identify(tx: Tx, token: string, now: Date): Promise<Caller | undefined> {
  const row = await tx.maybe<CallerRow>(sql`
    select ${CALLER} from access_token t
    join lateral (
      select session_id, contract_id, share_id from session where session_id = t.session_id and ended_at is null limit 1
    ) s on true
    left join lateral (
      select share_id, contract_id, role, ends_at from contract_share where share_id = s.share_id and ${holds(now)} limit 1
    ) h on true
    where t.token_hash = ${hashOf(token)} and t.expires_at > ${now}
      and (s.share_id is null or h.share_id is not null)`);
  return row && callerOf(row);
}

/** Whose session it is, and which contract it has open. */
interface CallerRow {
  readonly session_id: string;
  readonly contract_id: number | null;
  readonly share_id: string | null;
  readonly opened_id: number | null;
  readonly role: ShareRole | null;
  readonly ends_at: Instant | null;
}
const CALLER = sql`s.session_id, s.contract_id, h.share_id, h.contract_id as opened_id, h.role, h.ends_at`;
const opened = (now: Date): Sql =>
  sql`left join contract_share h on h.share_id = s.share_id and ${holds(now, sql`h.`)}`;

function callerOf({
  session_id: sessionId,
  contract_id,
  share_id: shareId,
  opened_id,
  role,
  ends_at,
}: CallerRow): Caller {
  if (contract_id === null || shareId === null || opened_id === null || role === null) {
    return { sessionId, contractId: contract_id ?? undefined };
  }
  return { sessionId, contractId: opened_id, acting: { memberId: contract_id, shareId, role, until: ends_at } };
}

/** The owner of a page secret; undefined if it is unknown or its session is over. */
export async function identifyPage(tx: Tx, secret: string, now: Date): Promise<Caller | undefined> {
  const row = await tx.maybe<CallerRow>(sql`
    select ${CALLER} from session s ${opened(now)} where s.page_hash = ${hashOf(secret)} and ${alive(now, sql`s.`)}`);
  return row && callerOf(row);
}

export async function addSession(tx: Tx, session: NewSession): Promise<void> {
  const kind = session.contractId === null ? 'guest' : 'subscriber';
  await tx.run(sql`
    insert into session (session_id, kind, contract_id, refresh_hash, page_hash, derivation_key,
      rotated_at, started_at, last_used_at, confirmed_at, expires_at, browser, network)
    values (${session.sessionId}, ${kind}, ${session.contractId}, ${session.refreshHash}, ${session.pageHash}, ${session.derivationKey},
      ${session.startedAt}, ${session.startedAt}, ${session.startedAt}, ${session.contractId === null ? null : session.startedAt},
      ${session.expiresAt},
      ${session.browser}, ${session.network})`);
}

/**
 * Whether the subscriber of this session has confirmed within the last minutes that it is he (R-11). A person who has just proved her
 * contact and has neither a password nor a passkey yet has nothing to confirm by.
 */
export async function isConfirmed(tx: Tx, sessionId: string, now: Date): Promise<boolean> {
  const row = await tx.maybe(sql`
    select session_id from session
    where session_id = ${sessionId} and ended_at is null
      and (confirmed_at > ${new Date(now.getTime() - CONFIRMED_FOR)} and confirmed_at <= ${now}
        or contract_id < 0
          and not exists (select from credential c where c.contract_id = session.contract_id)
          and not exists (select from passkey p where p.contract_id = session.contract_id))`);
  return row !== undefined;
}

export async function noteConfirmed(tx: Tx, sessionId: string, now: Date): Promise<void> {
  await tx.run(sql`update session set confirmed_at = ${now} where session_id = ${sessionId}`);
}

export async function addAccessToken(tx: Tx, sessionId: string, hash: Buffer, expiresAt: Date): Promise<void> {
  await tx.run(sql`
    insert into access_token (token_hash, session_id, expires_at) values (${hash}, ${sessionId}, ${expiresAt})`);
}

/** The session, locked until the transaction ends: tabs that refresh at once run one after another. */
export const holdSession = (tx: Tx, sessionId: string): Promise<SessionRow | undefined> =>
  tx.maybe(sql`
    select session_id, contract_id, refresh_hash, previous_hash, derivation_key, browser, network,
      rotated_at, last_used_at, expires_at, ended_at, end_reason
    from session where session_id = ${sessionId} and refresh_hash is not null for update`);

/** Replaces the current secret by the next one. */
export async function rotate(tx: Tx, sessionId: string, nextHash: Buffer, now: Date): Promise<void> {
  await tx.run(sql`
    update session set previous_hash = refresh_hash, refresh_hash = ${nextHash}, rotated_at = ${now}, last_used_at = ${now}
    where session_id = ${sessionId}`);
}

/** Which sessions of a contract to end: one, all but one, or all. */
export interface EndedSessions {
  readonly contractId: number;
  readonly only?: string | AskedId<'session'>;
  readonly except?: string;
}

/**
 * Ends active sessions of a contract and their tokens at once; returns their ids. One that is over for want of use is ended as well: its
 * browser may still have notices.
 */
export async function endPortalSessions(tx: Tx, which: EndedSessions, reason: EndReason, now: Date): Promise<string[]> {
  const { contractId, only = null, except = null } = which;
  const ended = await tx.rows<{ session_id: string }>(sql`
    with ended as (
      update session set ended_at = ${now}, end_reason = ${reason}
      where contract_id = ${contractId} and ended_at is null and expires_at > ${now}
        and (${only}::text is null or session_id = ${only})
        and (${except}::text is null or session_id <> ${except})
      returning session_id, last_used_at > ${idleSince(now)} as was_used
    ), closed as (
      delete from access_token where session_id in (select session_id from ended)
    )
    select session_id from ended where was_used`);
  return ended.map((row) => row.session_id);
}

export interface ListedSession {
  readonly session_id: string;
  readonly browser: string;
  readonly network: string;
  readonly started_at: string;
  readonly last_used_at: string;
  /** The contract of a member whose session has this contract open; null for the owner's own sessions. */
  readonly member_id: number | null;
  readonly client_name: string | null;
  /** How the owner calls a member who is a person without a contract. */
  readonly label: string | null;
  readonly is_company: boolean | null;
  readonly role: ShareRole | null;
}

/** Active sessions of a contract, and those of others that have it open; the last used first. */
export const portalSessionsOf = (tx: Tx, contractId: number, now: Date): Promise<ListedSession[]> =>
  tx.rows(sql`
    select session_id, browser, network, started_at, last_used_at, member_id, client_name, label, is_company, role from (
      select s.*, null::bigint as member_id, null as client_name, null as label, null::boolean as is_company, null as role
      from session s where s.contract_id = ${contractId}
      union all
      select s.*, h.member_id, m.client_name, h.label, m.is_company, h.role
      from contract_share h join session s on s.share_id = h.share_id join contract m on m.contract_id = h.member_id
      where h.contract_id = ${contractId} and ${holds(now, sql`h.`)}
    ) listed where ${alive(now)}
    order by last_used_at desc, started_at desc, session_id limit 100`);

/** Whether anybody has signed in to the contract lately; a session is kept for a month after its end. */
export const hasSignedInBefore = async (tx: Tx, contractId: number): Promise<boolean> =>
  (await tx.maybe(sql`
    select session_id from session where contract_id = ${contractId} and refresh_hash is not null limit 1`)) !==
  undefined;

/** The same from this network; one statement for any login (R-18). */
export const hasSignedInFrom = async (tx: Tx, contractId: number | null, network: string): Promise<boolean> =>
  (await tx.maybe(sql`
    select session_id from session
    where contract_id = ${contractId}::bigint and network = ${network} and refresh_hash is not null limit 1`)) !==
  undefined;

/** The same as the rule `isAlive`. */
function alive(now: Date, of: Sql = sql``): Sql {
  return sql`${of}ended_at is null and ${of}expires_at > ${now} and ${of}last_used_at > ${idleSince(now)}`;
}

const idleSince = (now: Date): Date => new Date(now.getTime() - IDLE_LIFE);

/** Writes an audit record; it must not contain secrets (R-52). */
export async function writeDown(
  tx: Tx,
  event: { kind: AuditKind; contractId: number | null; detail: Readonly<Record<string, string | number>> },
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into audit_event (happened_at, contract_id, kind, detail)
    values (${now}, ${event.contractId}, ${event.kind}, ${JSON.stringify(event.detail)})`);
}

/** Which of these sessions are not over, and the contract that each has open. */
export const livePortalSessions = (
  tx: Tx,
  sessionIds: readonly string[],
  now: Date,
): Promise<{ session_id: string; contract_id: number | null }[]> =>
  tx.rows(sql`
    select s.session_id, coalesce(h.contract_id, s.contract_id) as contract_id from session s ${opened(now)}
    where s.session_id = any(${sessionIds}::text[]) and s.ended_at is null and s.expires_at > ${now}`);
