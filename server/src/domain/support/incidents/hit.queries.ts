import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import { IN_LIVE, LASTS } from '#server/domain/services/sessions/session.queries.ts';
import { AT_PLACE, DESCRIBED, type IncidentRow } from './incident.queries.ts';

export interface IncidentHit {
  contracts: number;
  with_internet: number;
  without_session: number;
}

/** The contracts that an incident hits. */
const hitContracts = (incidentId: number): Sql => sql`
  select distinct c.contract_id
  from incident_place p join contract c on c.town_id = p.town_id and ${AT_PLACE}
  where p.incident_id = ${incidentId} and c.state <> 'closed'`;

/** Who charges the contracts at the places of an incident: we some of them, another billing some of them. */
export const sidesAt = (tx: Tx, incidentId: number): Promise<{ ours: boolean; theirs: boolean }> =>
  tx.one(sql`
    select coalesce(bool_or(not a.charged_outside), false) as ours, coalesce(bool_or(a.charged_outside), false) as theirs
    from (${hitContracts(incidentId)}) hit join account a using (contract_id)`);

/** Whom an incident hits: contracts at its places, and how many of those with internet have nothing on line now. */
export const hitBy = (tx: Tx, incidentId: number): Promise<IncidentHit> =>
  tx.one(sql`
    with hit as (${hitContracts(incidentId)}), connected as (
      select hit.contract_id, bool_or(exists (
        select from internet_session i
        where i.user_id = u.user_id and i.stopped_at is null and ${LASTS} and i.${IN_LIVE}
      )) as is_on_line
      from hit join account a using (contract_id) join service_user u on u.account_id = a.account_id
      where u.user_type not in ('tv', 'sip', 'mail') group by hit.contract_id
    )
    select (select count(*) from hit) as contracts, count(*) as with_internet,
      count(*) filter (where not is_on_line) as without_session
    from connected`);

export const incidentById = (tx: Tx, incidentId: number): Promise<IncidentRow | undefined> =>
  tx.maybe(sql`select ${DESCRIBED} from incident i where i.incident_id = ${incidentId}`);

export const townNames = async (tx: Tx): Promise<string[]> =>
  (await tx.rows<{ name: string }>(sql`select name from town order by name`)).map(({ name }) => name);

/** The streets of a town with their districts. */
export const townStreets = (tx: Tx, town: string): Promise<{ name: string; district: string | null }[]> =>
  tx.rows(sql`
    select s.name, s.district from street s join town t using (town_id) where t.name = ${town} order by s.name`);

/** The houses of a street where there are contracts, in the order of their numbers. */
export const streetHouses = (
  tx: Tx,
  { town, street }: { readonly town: string; readonly street: string },
): Promise<{ house: string; contracts: number }[]> =>
  tx.rows(sql`
    select c.house, count(*) as contracts
    from street s join town t using (town_id) join contract c on c.street_id = s.street_id
    where t.name = ${town} and s.name = ${street} and c.state <> 'closed'
    group by c.house order by coalesce(substring(c.house from '^\\d{1,9}')::integer, 0), c.house`);
