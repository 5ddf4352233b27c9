import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

export interface WantedLine {
  readonly ip: string | null;
  readonly circuit: string | null;
  readonly sessions: number;
}

export interface ListedLine extends WantedLine {
  readonly user_id: number;
  readonly contract_id: number;
}

interface Asked {
  readonly ip: string | null;
  readonly circuit: string | null;
  readonly after: number;
}

/** The most rows of a list. */
const PAGE = 1000;

export const lineRows = (tx: Tx, { ip, circuit, after }: Asked): Promise<ListedLine[]> =>
  tx.rows(sql`
    select user_id, contract_id, host(l.address) as ip, circuit, sessions
    from service_line l join service_user using (user_id)
    where user_id > ${after} and (${ip}::inet is null or l.address = ${ip}::inet)
      and (${circuit}::text is null or circuit = ${circuit})
    order by user_id limit ${PAGE}`);

interface HousePort {
  readonly circuit: string;
  readonly is_free: boolean;
}

const MOST_PORTS = 200;

/** Ports of the lines of a house, those first that closed services have left. */
export const portsOfHouse = (tx: Tx, { streetId, townId, house }: HouseOfContract): Promise<HousePort[]> =>
  tx.rows(sql`
    select coalesce(l.circuit, '') as circuit, u.state = 'closed' as is_free
    from contract c join service_user u using (contract_id) join service_line l using (user_id)
    where ${streetId === null ? sql`c.street_id is null and c.town_id = ${townId}` : sql`c.street_id = ${streetId}`}
      and house_key(c.house) collate "C" = house_key(${house}) collate "C" and l.circuit is not null
    order by is_free desc, length(l.circuit), l.circuit limit ${MOST_PORTS}`);

interface HouseOfContract {
  readonly streetId: number | null;
  readonly townId: number;
  readonly house: string;
}

export const houseOfContract = (tx: Tx, contractId: number): Promise<HouseOfContract | undefined> =>
  tx.maybe(sql`
    select street_id as "streetId", town_id as "townId", house from contract where contract_id = ${contractId}`);

/** The service of the internet with its line, locked; undefined: there is none. */
export const lockInternetService = (tx: Tx, userId: number): Promise<{ contract_id: number } | undefined> =>
  tx.maybe(sql`
    select contract_id from service_user where user_id = ${userId} and service_kind = 'internet' for no key update`);

/** Whether another service has the address or the port. */
export const isLineTaken = async (tx: Tx, userId: number, { ip, circuit }: WantedLine): Promise<boolean> =>
  (
    await tx.one<{ taken: boolean }>(sql`
      select exists (
        select from service_line where user_id <> ${userId} and (address = ${ip}::inet or circuit = ${circuit})
      ) as taken`)
  ).taken;

/** What a service that is closed has kept may pass to another one. */
export const takeFromClosed = (tx: Tx, { ip, circuit }: WantedLine): Promise<number> =>
  tx.run(sql`
    delete from service_line l using service_user u
    where u.user_id = l.user_id and u.state = 'closed' and (l.address = ${ip}::inet or l.circuit = ${circuit})`);

export async function putLine(tx: Tx, userId: number, { ip, circuit, sessions }: WantedLine): Promise<void> {
  await tx.run(sql`
    insert into service_line (user_id, address, circuit, sessions) values (${userId}, ${ip}::inet, ${circuit}, ${sessions})
    on conflict (user_id) do update
    set address = excluded.address, circuit = excluded.circuit, sessions = excluded.sessions`);
}

export const dropLine = (tx: Tx, userId: number): Promise<number> =>
  tx.run(sql`delete from service_line where user_id = ${userId}`);

interface UnreadRow {
  readonly user_id: number;
  readonly contract_id: number;
  readonly has: 'hash' | 'nothing';
}

/** Services of the internet without a password that can be read, in order of their numbers. */
export const unreadPasswords = (tx: Tx, after: number): Promise<UnreadRow[]> =>
  tx.rows(sql`
    select u.user_id, u.contract_id, case when s.form is null then 'nothing' else 'hash' end as has
    from service_user u left join service_secret s using (user_id)
    where u.service_kind = 'internet' and u.state <> 'closed' and s.form is distinct from 'sealed' and u.user_id > ${after}
    order by u.user_id limit ${PAGE}`);

export const countUnread = async (tx: Tx): Promise<number> =>
  (
    await tx.one<{ count: number }>(sql`
      select count(*) as count from service_user u left join service_secret s using (user_id)
      where u.service_kind = 'internet' and u.state <> 'closed' and s.form is distinct from 'sealed'`)
  ).count;
