import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';

export interface TownRow {
  readonly town_id: number;
  readonly name: string;
  readonly former: string[];
  readonly is_default: boolean;
  readonly is_closed: boolean;
  readonly streets: number;
  readonly houses: number;
  readonly contracts: number;
}

/** What a place was called before. */
const formerOf = (town: Sql, street: Sql): Sql => sql`
  array(select f.name from former_place_name f where f.town_id = ${town} and f.street_id is not distinct from ${street} order by f.name)`;

export const townRows = (tx: Tx): Promise<TownRow[]> =>
  tx.rows(sql`
    select t.town_id, t.name, ${formerOf(sql`t.town_id`, sql`null`)} as former, t.is_default, t.closed_at is not null as is_closed,
      (select count(*) from street s where s.town_id = t.town_id) as streets,
      (select count(*) from coverage join street s using (street_id) where s.town_id = t.town_id) as houses,
      (select count(*) from contract c where c.town_id = t.town_id and c.state <> 'closed') as contracts
    from town t order by t.is_default desc, t.name`);

export interface PlaceStreetRow {
  readonly street_id: number;
  readonly town_id: number;
  readonly town: string;
  readonly name: string;
  readonly district: string | null;
  readonly former: string[];
  readonly is_closed: boolean;
  readonly houses: number;
  readonly contracts: number;
}

const STREET = sql`
  select s.street_id, s.town_id, t.name as town, s.name, s.district, ${formerOf(sql`s.town_id`, sql`s.street_id`)} as former,
    s.closed_at is not null as is_closed, (select count(*) from coverage v where v.street_id = s.street_id) as houses,
    (select count(*) from contract c where c.street_id = s.street_id and c.state <> 'closed') as contracts
  from street s join town t using (town_id)`;

const escaped = (words: string): string => words.replace(/[\\%_]/g, '\\$&');

/** Streets whose present or former name has the text in it, those that begin with it first. */
export const streetRows = (
  tx: Tx,
  { typed, townId, most }: { readonly typed: string; readonly townId: number | null; readonly most: number },
): Promise<PlaceStreetRow[]> => {
  const part = `%${escaped(typed)}%`;
  return tx.rows(sql`
    ${STREET}
    where (${townId}::integer is null or s.town_id = ${townId}) and (search_fold(s.name) like search_fold(${part}) or exists (
      select from former_place_name f where f.street_id = s.street_id and search_fold(f.name) like search_fold(${part})))
    order by search_fold(s.name) like search_fold(${`${escaped(typed)}%`}) desc, s.name, t.name, s.street_id limit ${most}`);
};

export const streetRow = (tx: Tx, streetId: number): Promise<PlaceStreetRow | undefined> =>
  tx.maybe(sql`${STREET} where s.street_id = ${streetId}`);

/** Locks a street, so that its name and its houses are changed one after another. */
export const lockStreet = async (tx: Tx, streetId: number): Promise<PlaceStreetRow | undefined> => {
  await tx.run(sql`select from street where street_id = ${streetId} for update`);
  return streetRow(tx, streetId);
};

export const lockPlaceTown = async (tx: Tx, townId: number): Promise<TownRow | undefined> => {
  await tx.run(sql`select from town where town_id = ${townId} for no key update`);
  return (await townRows(tx)).find(({ town_id }) => town_id === townId);
};

/** Whether another street of the town, or another town, is called so now. */
export const isStreetNamed = async (tx: Tx, townId: number, streetId: number, name: string): Promise<boolean> =>
  (await tx.maybe(sql`
    select 1 as one from street
    where town_id = ${townId} and street_id <> ${streetId} and search_fold(name) = search_fold(${name}) limit 1`)) !==
  undefined;

export const isTownNamed = async (tx: Tx, townId: number, name: string): Promise<boolean> =>
  (await tx.maybe(sql`
    select 1 as one from town where town_id <> ${townId} and search_fold(name) = search_fold(${name}) limit 1`)) !==
  undefined;

export interface HouseRow {
  readonly house: string;
  readonly state: 'connected' | 'planned' | 'closed' | 'unknown';
  readonly ready_on: Day | null;
  readonly mbit: number | null;
  readonly contracts: number;
  readonly flats: number;
  readonly waiting: number;
}

/** Houses of a street: of the list of houses, and others that contracts name. */
export const houseRows = (tx: Tx, streetId: number): Promise<HouseRow[]> =>
  tx.rows(sql`
    with lived as (
      select house_key(house) as key, min(house) as house, count(*) as contracts, count(distinct flat) as flats
      from contract where street_id = ${streetId} and state <> 'closed' group by 1
    ), waiting as (
      select house_key(house) as key, count(*) as waiting
      from new_client where street_id = ${streetId} and done_at is null group by 1
    ), listed as (
      select house_key(house) as key, house, ready_on, most_kbps / 1000 as mbit,
        case when closed_at is not null then 'closed' else state end as state
      from coverage where street_id = ${streetId}
    )
    select coalesce(listed.house, lived.house) as house, coalesce(listed.state, 'unknown') as state, listed.ready_on, listed.mbit,
      coalesce(lived.contracts, 0) as contracts, coalesce(lived.flats, 0) as flats, coalesce(waiting.waiting, 0) as waiting
    from listed full join lived using (key) left join waiting using (key)
    order by substring(coalesce(listed.house, lived.house) from '^[0-9]{1,9}')::integer nulls last, coalesce(listed.house, lived.house)`);
