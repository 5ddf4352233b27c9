import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

export interface CallRateRow {
  readonly plan_id: number;
  readonly plan: string;
  readonly zone: string;
  readonly zone_name: string;
  readonly direction: 'in' | 'out';
  readonly from: Day;
  readonly price: Kopecks;
  readonly connection: Kopecks;
  readonly unit_seconds: number;
  readonly free_seconds: number;
}

const RATE = sql`
  select r.plan_id, p.name as plan, zone, z.name as zone_name, direction, valid_from as from, unit_kopecks as price,
    connection_kopecks as connection, unit_seconds, free_seconds
  from call_rate r join plan p using (plan_id) join call_zone z using (zone)`;

interface RatesAsked {
  readonly planId?: number | undefined;
  readonly zone?: string | undefined;
}

/** All rates of a plan, of a zone or of both, by plan, zone and day. */
export const catalogueRates = (tx: Tx, { planId, zone }: RatesAsked): Promise<CallRateRow[]> =>
  tx.rows(sql`
    ${RATE} where ${planId === undefined ? sql`true` : sql`r.plan_id = ${planId}`}
      and ${zone === undefined ? sql`true` : sql`r.zone = ${zone}`}
    order by direction desc, z.position, zone, p.name, r.plan_id, valid_from`);

export type RateKey = Pick<CallRateRow, 'plan_id' | 'zone' | 'direction'>;

/** All rates of a plan to a zone, by day. */
export const zoneRates = (tx: Tx, { plan_id, zone, direction }: RateKey): Promise<CallRateRow[]> =>
  tx.rows(sql`
    ${RATE} where r.plan_id = ${plan_id} and r.zone = ${zone} and r.direction = ${direction} order by valid_from`);

export type NewRate = Omit<CallRateRow, 'plan' | 'zone_name'>;

export const insertRate = (tx: Tx, rate: NewRate): Promise<number> =>
  tx.run(sql`
    insert into call_rate (plan_id, zone, direction, valid_from, connection_kopecks, unit_kopecks, unit_seconds, free_seconds)
    values (${rate.plan_id}, ${rate.zone}, ${rate.direction}, ${rate.from}, ${rate.connection}, ${rate.price}, ${rate.unit_seconds},
      ${rate.free_seconds})`);

export const deleteRate = (tx: Tx, { plan_id, zone, direction, from }: RateKey & { from: Day }): Promise<number> =>
  tx.run(sql`
    delete from call_rate
    where plan_id = ${plan_id} and zone = ${zone} and direction = ${direction} and valid_from = ${from}`);

/** Locks a plan whose calls are priced; undefined if it has no calls. */
export const lockCallPlan = (tx: Tx, planId: number): Promise<{ plan_id: number; name: string } | undefined> =>
  tx.maybe(sql`
    select plan_id, name from plan where plan_id = ${planId} and service_kind in ('telephone', 'sip') for no key update`);

/** How many numbers and lines have a plan, and of how many contracts. */
export const callersOf = (tx: Tx, planId: number): Promise<{ contracts: number; lines: number }> =>
  tx.one(sql`
    select count(distinct contract_id) as contracts, count(*) as lines
    from (
      select contract_id from service_user where plan_id = ${planId} and user_type = 'sip' and state <> 'closed'
      union all
      select contract_id from phone_number where plan_id = ${planId} and state <> 'closed'
    ) line join contract c using (contract_id) where c.state <> 'closed'`);

export interface ZoneRow {
  readonly zone: string;
  readonly name: string;
  readonly access: 'home' | 'abroad' | 'free';
  readonly prefixes: string[];
  readonly plans: number;
}

export const callZoneRows = (tx: Tx): Promise<ZoneRow[]> =>
  tx.rows(sql`
    select z.zone, z.name, z.access, array(select prefix from call_zone_prefix p where p.zone = z.zone order by prefix) as prefixes,
      (select count(distinct plan_id) from call_rate r where r.zone = z.zone) as plans
    from call_zone z order by position, zone`);

/** Locks all zones: their codes are given to one of them at a time. */
export const lockZones = (tx: Tx): Promise<number> => tx.run(sql`lock table call_zone in share row exclusive mode`);

export const insertZone = (tx: Tx, { zone, name, access }: Omit<ZoneRow, 'prefixes' | 'plans'>): Promise<number> =>
  tx.run(sql`
    insert into call_zone (zone, name, access, position)
    select ${zone}, ${name}, ${access}, coalesce(max(position), 0) + 1 from call_zone`);

export const renameZone = (tx: Tx, zone: string, name: string): Promise<number> =>
  tx.run(sql`update call_zone set name = ${name} where zone = ${zone}`);

export const insertPrefixes = (tx: Tx, zone: string, prefixes: readonly string[]): Promise<number> =>
  tx.run(
    sql`insert into call_zone_prefix (prefix, zone) select prefix, ${zone} from unnest(${prefixes}::text[]) prefix`,
  );

export const deletePrefixes = (tx: Tx, zone: string, prefixes: readonly string[]): Promise<number> =>
  tx.run(sql`delete from call_zone_prefix where zone = ${zone} and prefix = any(${prefixes}::text[])`);

export interface PackageRow {
  readonly package_id: number;
  readonly plan_id: number;
  readonly plan: string;
  readonly name: string;
  readonly seconds: number;
  readonly zones: string[];
  readonly from: Day;
  readonly until: Day | null;
}

const PACKAGE = sql`
  select call_package_id as package_id, plan_id, l.name as plan, p.name, included_seconds as seconds,
    array(select zone from call_package_zone z where z.call_package_id = p.call_package_id order by zone) as zones, valid_from as from,
    valid_until as until
  from call_package p join plan l using (plan_id)`;

/** Of one plan, or of all. */
export const listedPackages = (tx: Tx, planId: number | undefined): Promise<PackageRow[]> =>
  tx.rows(sql`
    ${PACKAGE} where ${planId === undefined ? sql`true` : sql`plan_id = ${planId}`}
    order by l.name, plan_id, valid_from, call_package_id`);

export const lockPackage = (tx: Tx, packageId: number): Promise<PackageRow | undefined> =>
  tx.maybe(sql`${PACKAGE} where call_package_id = ${packageId} for update of p`);

export async function insertPackage(tx: Tx, made: Omit<PackageRow, 'package_id' | 'plan' | 'until'>): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into call_package (plan_id, name, included_seconds, valid_from)
    values (${made.plan_id}, ${made.name}, ${made.seconds}, ${made.from}) returning call_package_id as id`);
  await tx.run(sql`
    insert into call_package_zone (call_package_id, zone) select ${id}, zone from unnest(${made.zones}::text[]) zone`);
  return id;
}

export const endPackageOn = (tx: Tx, packageId: number, until: Day): Promise<number> =>
  tx.run(sql`update call_package set valid_until = ${until} where call_package_id = ${packageId}`);
