import type { OperatorRole } from '@kabinet/contract/kernel/call/staff-call';
import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import { STAFF_IDLE_MINUTES, type StaffEndReason } from './staff-session.rules.ts';

interface NewStaffSession {
  readonly sessionId: string;
  readonly personId: number;
  readonly tokenHash: Buffer;
  readonly startedAt: Date;
  readonly expiresAt: Date;
  readonly browser: string;
  readonly address: string;
  readonly byOpenId: boolean;
}

export async function insertStaffSession(tx: Tx, session: NewStaffSession): Promise<void> {
  const { sessionId, personId, tokenHash, startedAt, expiresAt, browser, address, byOpenId } = session;
  await tx.run(sql`
    insert into staff_session (session_id, person_id, token_hash, started_at, last_used_at, confirmed_at, expires_at, browser, address,
      by_openid)
    values (${sessionId}, ${personId}, ${tokenHash}, ${startedAt}, ${startedAt}, ${startedAt}, ${expiresAt}, ${browser}, ${address},
      ${byOpenId})`);
}

export interface StaffSessionRow {
  readonly session_id: string;
  readonly person_id: number;
  readonly login: string;
  readonly name: string;
  readonly roles: readonly OperatorRole[];
  readonly last_used_at: Instant;
  readonly expires_at: Instant;
  readonly confirmed_at: Instant | null;
  readonly by_openid: boolean;
}

/** The session of a token that nobody has ended, with its person. */
export const staffSessionOf = (tx: Tx, tokenHash: Buffer): Promise<StaffSessionRow | undefined> =>
  tx.maybe(sql`
    select session_id, person_id, login, name, roles, last_used_at, expires_at, confirmed_at, by_openid
    from staff_session join staff_person using (person_id)
    where token_hash = ${tokenHash} and ended_at is null and blocked_at is null`);

export async function noteStaffUse(tx: Tx, sessionId: string, now: Date): Promise<void> {
  await tx.run(
    sql`update staff_session set last_used_at = ${now} where session_id = ${sessionId} and ended_at is null`,
  );
}

export async function noteConfirmation(tx: Tx, sessionId: string, now: Date): Promise<void> {
  await tx.run(
    sql`update staff_session set confirmed_at = ${now} where session_id = ${sessionId} and ended_at is null`,
  );
}

interface Ending {
  readonly reason: StaffEndReason;
  readonly now: Date;
  /** This one stays. */
  readonly except?: string | undefined;
  /** This one alone. */
  readonly only?: string | undefined;
}

/** Ends sessions of a person; returns how many of them were alive. */
export async function endStaffSessions(
  tx: Tx,
  personId: number,
  { reason, now, except, only }: Ending,
): Promise<number> {
  const { ended } = await tx.one<{ ended: number }>(sql`
    with ended as (
      update staff_session set ended_at = ${now}, end_reason = ${reason}
      where person_id = ${personId} and ended_at is null and session_id is distinct from ${except ?? null}::text
        and session_id = coalesce(${only ?? null}::text, session_id)
      returning expires_at, last_used_at)
    select count(*)::int as ended from ended
    where expires_at > ${now} and last_used_at > ${now}::timestamptz - make_interval(mins => ${STAFF_IDLE_MINUTES})`);
  return ended;
}

interface OwnSession {
  readonly session_id: string;
  readonly browser: string;
  readonly address: string;
  readonly started_at: Instant;
  readonly last_used_at: Instant;
  readonly is_new_place: boolean;
}

/** The network of an address, as far as a provider gives others in it to the same household. */
const network = (address: Sql): Sql =>
  sql`network(set_masklen(${address}::inet, case family(${address}::inet) when 4 then 24 else 64 end))`;

/** Whether a person, who has come in before, has never done so from this network by such a browser. */
const isFromNewPlace = (session: Sql): Sql => sql`(
  exists (select from staff_session f where f.person_id = ${session}.person_id and f.started_at < ${session}.started_at)
  and not exists (
    select from staff_session f
    where f.person_id = ${session}.person_id and f.started_at < ${session}.started_at and f.browser = ${session}.browser
      and ${network(sql`f.address`)} = ${network(sql`${session}.address`)}))`;

export const beganAtNewPlace = (tx: Tx, sessionId: string): Promise<{ is_new_place: boolean }> =>
  tx.one(sql`select ${isFromNewPlace(sql`s`)} as is_new_place from staff_session s where session_id = ${sessionId}`);

/** The living sessions of a person, the latest used first. */
export const livingStaffSessions = (tx: Tx, personId: number, now: Date): Promise<OwnSession[]> =>
  tx.rows(sql`
    select session_id, browser, address, started_at, last_used_at, ${isFromNewPlace(sql`s`)} as is_new_place
    from staff_session s
    where person_id = ${personId} and ended_at is null and expires_at > ${now}
      and last_used_at > ${now}::timestamptz - make_interval(mins => ${STAFF_IDLE_MINUTES})
    order by last_used_at desc, session_id`);
