import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import type { Instant } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import type { ServiceKind } from '#server/domain/shared/service-kind.rules.ts';

export interface IncidentRow {
  incident_id: number;
  cause: string;
  services: ServiceKind[];
  places: string[];
  began_at: Instant;
  planned_until: Instant | null;
  ended_at: Instant | null;
  free_minutes: number | null;
  reports: number;
}

/** Whether the contract `c` is at a place `p` of an incident; «12 А» and «12а» are one house. */
export const AT_PLACE = sql`
  p.town_id = c.town_id and (p.street_id is null or p.street_id = c.street_id)
  and (p.house is null or house_key(p.house) = house_key(c.house))
  and (p.district is null or p.district = (select s.district from street s where s.street_id = c.street_id))`;

/** Whether the contract is at the incident. */
const isThere = (incident: Sql, contract: Sql): Sql => sql`
  exists (select from incident_place p join contract c on c.contract_id = ${contract}
    where p.incident_id = ${incident} and ${AT_PLACE})`;

/** The same for the contract `c` of the statement. */
export const isThereForC = (incident: Sql): Sql => sql`
  exists (select from incident_place p where p.incident_id = ${incident} and ${AT_PLACE})`;

/** The names of the places of the incident `i`. */
const PLACES = sql`
  coalesce((
    select array_agg(concat_ws(', ', t.name, p.district, s.name, p.house) order by t.name, p.district, s.name, p.house)
    from incident_place p join town t using (town_id) left join street s on s.street_id = p.street_id
    where p.incident_id = i.incident_id
  ), '{}') as places`;

/** The columns of `IncidentRow`, of an incident `i`. */
export const DESCRIBED = sql`
  i.incident_id, i.cause, i.services, i.began_at, i.planned_until, i.ended_at, i.free_minutes, ${PLACES},
  (select count(*) from incident_report r where r.incident_id = i.incident_id) as reports`;

/** Whether another billing charges the contract: what an incident costs is its to give back. */
const isChargedOutside = (contract: Sql): Sql => sql`
  exists (select from account a where a.contract_id = ${contract} and a.charged_outside)`;

/** Incidents at the contract's address that are not over; `pays_back`: money is given back to it. */
export const incidentsAt = (
  tx: Tx,
  contractId: number,
  now: Date,
): Promise<(IncidentRow & { is_reported: boolean; pays_back: boolean })[]> =>
  tx.rows(sql`
    select ${DESCRIBED}, exists (
      select from incident_report r where r.incident_id = i.incident_id and r.contract_id = ${contractId}
    ) as is_reported, i.free_minutes is not null and not ${isChargedOutside(sql`${contractId}`)} as pays_back
    from incident i
    where i.ended_at is null and i.began_at <= ${now} and ${isThere(sql`i.incident_id`, sql`${contractId}`)}
    order by i.began_at desc, i.incident_id desc`);

/** Counts the contract once; undefined if the incident is over or elsewhere. */
export async function report(
  tx: Tx,
  contractId: number,
  incidentId: AskedId<'incident'>,
  now: Date,
): Promise<{ incident_id: number; reports: number } | undefined> {
  const incident = await tx.maybe<{ incident_id: number }>(sql`
    select i.incident_id from incident i
    where i.incident_id = ${incidentId} and i.ended_at is null and ${isThere(sql`i.incident_id`, sql`${contractId}`)}`);
  if (!incident) return undefined;
  await tx.run(sql`
    insert into incident_report (incident_id, contract_id, reported_at)
    values (${incident.incident_id}, ${contractId}, ${now}) on conflict do nothing`);
  return tx.one(sql`
    select ${incident.incident_id}::bigint as incident_id, count(*) as reports
    from incident_report where incident_id = ${incident.incident_id}`);
}

export interface NewIncident {
  readonly cause: string;
  readonly services: readonly ServiceKind[];
  readonly beganAt: Date;
  readonly plannedUntil: Date | null;
  readonly freeMinutes: number | null;
}

export async function insertIncident(tx: Tx, made: NewIncident, now: Date): Promise<number> {
  const { incident_id } = await tx.one<{ incident_id: number }>(sql`
    insert into incident (cause, services, began_at, planned_until, published_at, free_minutes)
    values (${made.cause}, ${made.services}::text[], ${made.beganAt}, ${made.plannedUntil}, ${now}, ${made.freeMinutes})
    returning incident_id`);
  return incident_id;
}

export interface IncidentPlace {
  readonly town: string;
  readonly district: string | null;
  readonly street: string | null;
  readonly house: string | null;
}

/** Adds a place by its names; false if there is no such town, district or street. */
export async function insertPlace(tx: Tx, incidentId: number, place: IncidentPlace): Promise<boolean> {
  const made = await tx.run(sql`
    insert into incident_place (incident_id, town_id, district, street_id, house)
    select ${incidentId}, t.town_id, ${place.district}, s.street_id, ${place.house}
    from town t left join street s on s.town_id = t.town_id and s.name = ${place.street}
    where t.name = ${place.town} and (${place.street}::text is null or s.street_id is not null)
      and (${place.district}::text is null
        or exists (select from street d where d.town_id = t.town_id and d.district = ${place.district}))
    on conflict do nothing`);
  return made === 1;
}

/** Whether the places `p` and `q` have addresses in common. */
const COMMON = sql`
  q.town_id = p.town_id and (p.street_id is null or q.street_id is null or p.street_id = q.street_id)
  and (p.house is null or q.house is null or house_key(p.house) = house_key(q.house))
  and (p.district is null or (q.district is null and q.street_id is null)
    or p.district = coalesce(q.district, (select s.district from street s where s.street_id = q.street_id)))
  and (q.district is null or (p.district is null and p.street_id is null)
    or q.district = coalesce(p.district, (select s.district from street s where s.street_id = p.street_id)))`;

/** The services of an incident, each once; empty stands for all. */
const servicesOf = (incident: Sql): Sql => sql`
  array(select unnest(case when ${incident}.services = '{}' then array['internet', 'tv', 'sip', 'mail', 'telephone']
    else ${incident}.services end) as service group by service order by service)`;

const placesOf = (incident: Sql): Sql => sql`
  array(select (town_id, district, street_id, house_key(house))::text from incident_place
    where incident_id = ${incident}.incident_id group by 1 order by 1)`;

export interface BesideRow extends Pick<IncidentRow, 'incident_id' | 'cause' | 'places' | 'began_at'> {
  /** Whether it has the very same places and services. */
  is_same: boolean;
}

/** Other open incidents of services and addresses of this one, by number. */
export const incidentsBeside = (tx: Tx, incidentId: number): Promise<BesideRow[]> =>
  tx.rows(sql`
    select i.incident_id, i.cause, i.began_at, ${PLACES},
      ${servicesOf(sql`i`)} = ${servicesOf(sql`made`)} and ${placesOf(sql`i`)} = ${placesOf(sql`made`)} as is_same
    from incident i join incident made on made.incident_id = ${incidentId}
    where i.ended_at is null and i.incident_id <> made.incident_id and ${servicesOf(sql`i`)} && ${servicesOf(sql`made`)}
      and exists (select from incident_place p join incident_place q on ${COMMON}
        where p.incident_id = i.incident_id and q.incident_id = made.incident_id)
    order by i.incident_id`);

/** Locks the town, so that incidents in it are published one after another. */
export const lockTown = (tx: Tx, name: string): Promise<number> =>
  tx.run(sql`select from town where name = ${name} for no key update`);

/** Sets when an open incident is to be over; undefined if it is over or unknown. */
export const setPlannedUntil = (
  tx: Tx,
  incidentId: number,
  until: Date,
): Promise<{ cause: string; services: ServiceKind[]; freeMinutes: number | null } | undefined> =>
  tx.maybe(sql`
    update incident set planned_until = ${until} where incident_id = ${incidentId} and ended_at is null
    returning cause, services, free_minutes as "freeMinutes"`);

/** Ends an incident that is not over; undefined if there is none. */
export const endIncident = (
  tx: Tx,
  incidentId: number,
  at: Date,
): Promise<{ cause: string; services: ServiceKind[] } | undefined> =>
  tx.maybe(sql`
    update incident set ended_at = ${at} where incident_id = ${incidentId} and ended_at is null and began_at <= ${at}
    returning cause, services`);

/** Contracts that have reported «у меня тоже». */
export const reportersOf = (tx: Tx, incidentId: number): Promise<{ contract_id: number }[]> =>
  tx.rows(sql`select contract_id from incident_report where incident_id = ${incidentId} order by contract_id`);

export const allIncidents = (tx: Tx, most: number): Promise<IncidentRow[]> =>
  tx.rows(sql`
    select ${DESCRIBED} from incident i order by i.ended_at is not null, i.began_at desc, i.incident_id desc
    limit ${most}`);

/** Which of these contracts are in the town and, if an incident is named, at one of its places there. */
export async function contractsAmong(
  tx: Tx,
  { town, incident = null }: { readonly town: number; readonly incident?: number | null | undefined },
  among: readonly number[],
): Promise<number[]> {
  const there = await tx.rows<{ contract_id: number }>(sql`
    select c.contract_id from contract c
    where c.contract_id = any(${among}::bigint[]) and c.town_id = ${town}
      and (${incident}::bigint is null or exists (
        select from incident_place p where p.incident_id = ${incident} and ${AT_PLACE}))`);
  return there.map(({ contract_id }) => contract_id);
}

export interface NetworkIncident extends Omit<IncidentRow, 'free_minutes'> {
  is_here: boolean;
  is_reported: boolean;
  pays_back: boolean;
  is_paid_back: boolean;
}

/** The most failures read at once. */
const MOST_OF_NETWORK = 30;

/** Failures anywhere, current ones and those that ended after a moment; those at the client's address come first. */
export async function incidentsOfNetwork(
  tx: Tx,
  contractId: number | null,
  { now, since }: { readonly now: Date; readonly since: Date },
): Promise<NetworkIncident[]> {
  const rows = await tx.rows<NetworkIncident & { free_minutes: number | null }>(sql`
    select ${DESCRIBED}, i.free_minutes is not null and not ${isChargedOutside(sql`${contractId}::bigint`)} as pays_back, i.compensated_at is not null as is_paid_back,
      ${isThere(sql`i.incident_id`, sql`${contractId}::bigint`)} as is_here,
      exists (select from incident_report r
        where r.incident_id = i.incident_id and r.contract_id = ${contractId}::bigint) as is_reported
    from incident i
    where i.began_at <= ${now} and (i.ended_at is null or i.ended_at > ${since})
    order by i.ended_at is not null, is_here desc, i.began_at desc, i.incident_id desc
    limit ${MOST_OF_NETWORK}`);
  return rows.map(({ free_minutes: _, ...incident }) => incident);
}

export interface District {
  town: string;
  /** Null: not known. */
  district: string | null;
}

export interface BrokenDistrict extends District {
  /** Whether all of the town is out of order. */
  is_whole_town: boolean;
}

/** Districts where whole streets, districts or towns are out of order now; failures of single houses do not count. */
export const brokenDistricts = (tx: Tx, now: Date): Promise<BrokenDistrict[]> =>
  tx.rows(sql`
    select distinct t.name as town, coalesce(p.district, s.district) as district,
      p.district is null and p.street_id is null as is_whole_town
    from incident i join incident_place p using (incident_id) join town t on t.town_id = p.town_id
    left join street s on s.street_id = p.street_id
    where i.ended_at is null and i.began_at <= ${now} and p.house is null`);
