import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';

/**
 * Whether the living session `s` is the only one to be on its address: heard within two intervals, and begun after every other one of
 * it. An address passes to somebody else without an end that anybody has told.
 */
const isAlone = (now: Date): Sql => sql`
  coalesce(s.seen_at, s.started_at) > ${now}::timestamptz - 2 * make_interval(secs => coalesce(
    (select interim_seconds from radius.nas n where n.address = s.nas), 300))
  and not exists (
    select from internet_session other
    where other.address = s.address and other.internet_session_id <> s.internet_session_id
      and (other.stopped_at is null or other.started_at >= s.started_at))`;

export interface LineOnAddress {
  readonly internet_session_id: number;
  readonly user_id: number;
  /** Whether he may only pay: a payment window is not open. */
  readonly is_debtor: boolean;
}

const WINDOW = sql`left join radius.payment_window w on w.user_id = u.user_id`;

/** Whose line has this address; undefined if it is not known for sure. */
export const lineOnAddress = (tx: Tx, address: string, now: Date): Promise<LineOnAddress | undefined> =>
  tx.maybe(sql`
    select s.internet_session_id, u.user_id, u.state = 'blocked' and u.reason = 'debt' and w.until is null as is_debtor
    from internet_session s join service_user u using (user_id) ${WINDOW}
    where s.settled = 'infinity' and s.stopped_at is null and s.address = ${address}::inet and ${isAlone(now)}`);

export interface NewLineLink {
  readonly mark: Buffer;
  readonly line: LineOnAddress;
  readonly address: string;
  readonly expiresAt: Date;
  /** The most that a line may get within an hour. */
  readonly most: number;
}

/** Stores a link, unless it is there already or the line has got too many; returns whether there is one. */
export async function putLineLink(
  tx: Tx,
  { mark, line, address, expiresAt, most }: NewLineLink,
  now: Date,
): Promise<boolean> {
  await tx.run(sql`
    insert into radius.line_link (mark, user_id, internet_session_id, address, made_at, expires_at)
    select ${mark}, ${line.user_id}, ${line.internet_session_id}, ${address}::inet, ${now}, ${expiresAt}
    where ${most} > (
      select count(*) from radius.line_link where user_id = ${line.user_id} and made_at > ${now}::timestamptz - interval '1 hour')
    on conflict (mark) do nothing`);
  return (await tx.maybe(sql`select true as is_there from radius.line_link where mark = ${mark}`)) !== undefined;
}

export interface LinkedLine {
  readonly user_id: number;
  readonly contract_id: number;
  readonly is_in_debt: boolean;
  readonly is_open: boolean;
  /** Whether the session still has the address, or its payment window is open. */
  readonly is_valid: boolean;
}

/** The line of a link whose minutes are not over. */
export const lineOfMark = (tx: Tx, mark: Buffer, now: Date): Promise<LinkedLine | undefined> =>
  tx.maybe(sql`
    select u.user_id, u.contract_id, u.state = 'blocked' and u.reason = 'debt' as is_in_debt, u.state = 'active' as is_open,
      (l.is_paying and coalesce(w.until > ${now}, false)) or exists (
        select from internet_session s
        where s.internet_session_id = l.internet_session_id and s.settled = 'infinity' and s.stopped_at is null and s.address = l.address
          and s.user_id = l.user_id and ${isAlone(now)}) as is_valid
    from radius.line_link l join service_user u using (user_id) ${WINDOW}
    where l.mark = ${mark} and l.expires_at > ${now}`);

export const noteLinkPays = (tx: Tx, mark: Buffer): Promise<number> =>
  tx.run(sql`update radius.line_link set is_paying = true where mark = ${mark}`);
