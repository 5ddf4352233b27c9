import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';

interface AddressUse {
  readonly contract_id: number | null;
  readonly user_id: number | null;
  readonly login: string | null;
  readonly network: string;
  readonly ports: string | null;
  readonly mac: string | null;
  readonly device: string | null;
  readonly since: Instant;
  readonly until: Instant | null;
}

interface AskedUse {
  readonly address: string;
  /** Of an address that several share. */
  readonly port: number | undefined;
  readonly moment: Date;
}

const MOST_USES = 200;
/** Nobody gives a subscriber a larger network. */
const LARGEST_PREFIX = 32;

/**
 * Who had an address at a moment: a session with it, or with the prefix that holds it, which was on then. Sessions that ended before are in
 * partitions that are not opened, or end the scan of an index; of a session with several addresses, the one of that moment counts.
 */
export function usesOfAddress(tx: Tx, { address, port, moment }: AskedUse): Promise<AddressUse[]> {
  const asked = sql`${address}::inet`;
  const at = sql`${moment}::timestamptz`;
  const holders = sql`array(
    select network(set_masklen(${asked}, bits))::inet
    from generate_series(case when family(${asked}) = 4 then 32 else ${LARGEST_PREFIX} end, case when family(${asked}) = 4 then 32 else 128 end) bits)`;
  const ofPort = (ports: Sql) =>
    sql`(${ports} is null or ${port ?? null}::integer is null or ${ports} @> ${port ?? null}::integer)`;
  const sessions = (network: Sql, ports: Sql, condition: Sql) => sql`
    select s.internet_session_id, s.user_id, s.login, s.mac, s.nas, ${network} as network, ${ports} as ports,
      s.started_at as since, s.stopped_at as until
    from internet_session s
    where ${condition} and s.started_at <= ${at} and (s.stopped_at is null or s.stopped_at >= ${at})
      and s.settled >= (${at} at time zone 'UTC')::date
      and not exists (
        select from session_former_address f
        where f.internet_session_id = s.internet_session_id and family(f.network) = family(${asked})
          and (f.ports is null) = (${ports} is null) and f.used_from <= ${at} and f.used_until >= ${at})`;
  return tx.rows(sql`
    select u.contract_id, found.user_id, coalesce(u.login, found.login) as login, abbrev(found.network) as network,
      case when found.ports is not null then lower(found.ports) || '–' || upper(found.ports) - 1 end as ports,
      found.mac::text as mac, coalesce(n.name, host(found.nas)) as device, found.since, found.until
    from (
      ${sessions(sql`s.address`, sql`null::int4range`, sql`s.address = ${asked}`)}
      union all
      ${sessions(sql`s.prefix`, sql`null::int4range`, sql`s.prefix is not null and s.prefix = any(${holders})`)}
      union all
      ${sessions(sql`s.nat_address`, sql`s.nat_ports`, sql`s.nat_address is not null and s.nat_address = ${asked} and ${ofPort(sql`s.nat_ports`)}`)}
      union all
      select s.internet_session_id, s.user_id, s.login, s.mac, s.nas, f.network, f.ports, f.used_from, f.used_until
      from session_former_address f join internet_session s using (internet_session_id)
      where f.network = any(${holders}) and f.used_from <= ${at} and f.used_until >= ${at} and ${ofPort(sql`f.ports`)}
    ) found
    left join service_user u on u.user_id = found.user_id
    left join radius.nas n on n.address = found.nas
    order by found.since desc, found.internet_session_id limit ${MOST_USES}`);
}
