import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { ServiceKind } from '#server/domain/shared/service-kind.rules.ts';

export interface ImportedTownRow {
  readonly town_id: number;
  readonly name: string;
  readonly is_default: boolean;
  /** The first one. */
  readonly phone: string | null;
}

export const allTowns = (tx: Tx): Promise<ImportedTownRow[]> =>
  tx.rows(sql`
    select town_id, name, is_default, (
      select phone from town_phone p where p.town_id = town.town_id order by position limit 1
    ) as phone
    from town`);

export interface NewTown {
  readonly name: string;
  readonly is_default: boolean;
  readonly phone: string | null;
  readonly networks: readonly string[];
}

/** Inserts towns with their telephone and networks; a network that belongs to another town stays there. */
export async function insertTowns(tx: Tx, towns: readonly NewTown[]): Promise<void> {
  await tx.run(sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(towns)}::jsonb)
        as g (name text, is_default boolean, phone text, networks text[])
    ), made as (
      insert into town (name, is_default) select name, is_default from given returning town_id, name
    ), phones as (
      insert into town_phone (town_id, position, label, phone)
      select town_id, 1, 'Поддержка', phone from made join given using (name) where phone is not null
    )
    insert into town_network (network, town_id)
    select network(network::inet), town_id from made join given using (name) cross join unnest(networks) network
    on conflict do nothing`);
}

/** The networks of towns that are there, and those given, both in the database's form and order. */
export const townNetworksOf = (
  tx: Tx,
  towns: readonly Pick<NewTown, 'name' | 'networks'>[],
): Promise<{ name: string; said: string[]; ours: string; given: string }[]> =>
  tx.rows(sql`
    select name, networks as said, coalesce((
        select string_agg(n.network::text, ' ' order by n.network) from town_network n where n.town_id = town.town_id
      ), '') as ours, coalesce((
        select string_agg(distinct network(one::inet)::text, ' ' order by network(one::inet)::text) from unnest(g.networks) one
      ), '') as given
    from jsonb_to_recordset(${JSON.stringify(towns)}::jsonb) as g (name text, networks text[]) join town using (name)`);

export interface ImportedStreetRow {
  readonly street_id: number;
  readonly town_id: number;
  readonly name: string;
  readonly district: string | null;
}

export const allStreets = (tx: Tx): Promise<ImportedStreetRow[]> =>
  tx.rows(sql`select street_id, town_id, name, district from street`);

export type NewStreet = Omit<ImportedStreetRow, 'street_id'>;

export const insertStreets = (tx: Tx, streets: readonly NewStreet[]): Promise<number> =>
  tx.run(sql`
    insert into street (town_id, name, district)
    select town_id, name, district
    from jsonb_to_recordset(${JSON.stringify(streets)}::jsonb) as g (town_id integer, name text, district text)`);

export interface NewHouse {
  readonly street_id: number;
  readonly house: string;
  readonly ready_on: Day | null;
  readonly most_kbps: number | null;
}

export const housesOf = (tx: Tx, streets: readonly number[]): Promise<NewHouse[]> =>
  tx.rows(sql`select street_id, house, ready_on, most_kbps from coverage where street_id = any(${streets}::integer[])`);

export const insertHouses = (tx: Tx, houses: readonly NewHouse[]): Promise<number> =>
  tx.run(sql`
    insert into coverage (street_id, house, state, ready_on, most_kbps)
    select street_id, house, case when ready_on is null then 'connected' else 'planned' end, ready_on, most_kbps
    from jsonb_to_recordset(${JSON.stringify(houses)}::jsonb)
      as g (street_id integer, house text, ready_on date, most_kbps integer)`);

export interface ImportedPlanRow {
  readonly plan_id: number;
  readonly kind: ServiceKind;
  readonly name: string;
  readonly price: Kopecks;
  readonly unit: 'month' | 'day';
  readonly summary: string;
  readonly mbit: number | null;
  readonly audience: 'home' | 'office';
  readonly is_archived: boolean;
  /** The size of a mailbox in bytes; null if the plan gives no mailbox. */
  readonly quota_bytes: number | null;
  readonly boxes: number | null;
}

/** A plan that is sold comes before an archived one of the same name. */
export const allPlans = (tx: Tx): Promise<ImportedPlanRow[]> =>
  tx.rows(sql`
    select plan_id, service_kind as kind, name, price_kopecks as price, unit, summary, speed_mbit as mbit, audience, is_archived,
      quota_bytes, boxes
    from plan left join mail_plan using (plan_id) order by is_archived desc, plan_id desc`);

export type NewImportedPlan = Omit<ImportedPlanRow, 'plan_id'>;

export const insertPlans = (tx: Tx, plans: readonly NewImportedPlan[]): Promise<number> =>
  tx.run(sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(plans)}::jsonb)
        as g (kind text, name text, summary text, price bigint, unit text, mbit integer, audience text, is_archived boolean,
          quota_bytes bigint, boxes integer)
    ), made as (
      insert into plan (service_kind, name, summary, price_kopecks, unit, speed_mbit, audience, is_archived)
      select kind, name, summary, price, unit, mbit, audience, is_archived from given
      returning plan_id, service_kind, name
    )
    insert into mail_plan (plan_id, quota_bytes, boxes)
    select plan_id, quota_bytes, boxes from made join given on kind = service_kind and given.name = made.name
    where quota_bytes is not null`);

export interface ImportedOptionRow {
  readonly option_id: number;
  readonly plan_id: number;
  readonly name: string;
  readonly price: Kopecks;
  readonly terms: string;
}

export const allOptions = (tx: Tx): Promise<ImportedOptionRow[]> =>
  tx.rows(sql`select option_id, plan_id, name, price_kopecks as price, oferta as terms from plan_option`);

export type NewOption = Omit<ImportedOptionRow, 'option_id'>;

export const insertOptions = (tx: Tx, options: readonly NewOption[]): Promise<number> =>
  tx.run(sql`
    insert into plan_option (plan_id, name, oferta, remarks, price_kopecks)
    select plan_id, name, terms, '', price
    from jsonb_to_recordset(${JSON.stringify(options)}::jsonb) as g (plan_id integer, name text, terms text, price bigint)`);
