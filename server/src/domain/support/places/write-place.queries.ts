import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';

export async function insertTown(tx: Tx, name: string, phone: string | null): Promise<number> {
  const { town_id } = await tx.one<{ town_id: number }>(sql`
    insert into town (name, is_default) select ${name}, not exists (select from town where is_default) returning town_id`);
  if (phone !== null)
    await tx.run(
      sql`insert into town_phone (town_id, position, label, phone) values (${town_id}, 1, 'Поддержка', ${phone})`,
    );
  return town_id;
}

export async function insertStreet(tx: Tx, townId: number, name: string, district: string | null): Promise<number> {
  const { street_id } = await tx.one<{ street_id: number }>(sql`
    insert into street (town_id, name, district) values (${townId}, ${name}, ${district}) returning street_id`);
  return street_id;
}

interface Renaming {
  readonly townId: number;
  readonly streetId: number | null;
  readonly was: string;
  readonly now: Date;
}

/** Keeps a name that a place had: it is still found by it. Before the place is renamed, whose trigger reads these names. */
export const keepFormerName = (tx: Tx, { townId, streetId, was, now }: Renaming): Promise<number> =>
  tx.run(sql`
    insert into former_place_name (town_id, street_id, name, renamed_at) values (${townId}, ${streetId}, ${was}, ${now})
    on conflict do nothing`);

/** A name that a place has again is no former one. */
export const forgetFormerName = (
  tx: Tx,
  { townId, streetId, name }: Omit<Renaming, 'was' | 'now'> & { name: string },
) =>
  tx.run(sql`
    delete from former_place_name where town_id = ${townId} and street_id is not distinct from ${streetId}::integer and name = ${name}`);

interface PlaceState {
  readonly name: string;
  readonly closedAt: Date | null;
}

export const updateTown = (tx: Tx, townId: number, { name, closedAt }: PlaceState): Promise<number> =>
  tx.run(sql`update town set name = ${name}, closed_at = ${closedAt} where town_id = ${townId}`);

export const updateStreet = (
  tx: Tx,
  streetId: number,
  { name, closedAt, district }: PlaceState & { readonly district: string | null },
): Promise<number> =>
  tx.run(
    sql`update street set name = ${name}, closed_at = ${closedAt}, district = ${district} where street_id = ${streetId}`,
  );

/** The addresses of services are texts: those of a street that begin with its former name get the present one. */
export const renameInAddresses = (tx: Tx, streetId: number, was: string, name: string): Promise<number> =>
  tx.run(sql`
    update service_user u set address = ${name} || substr(u.address, length(${was}::text) + 1)
    from contract c
    where c.contract_id = u.contract_id and c.street_id = ${streetId} and starts_with(u.address, ${was}::text || ',')`);

/** Gives all that belongs to one street to another; returns how many contracts. */
export async function moveStreet(tx: Tx, from: number, into: number): Promise<number> {
  await tx.run(sql`
    insert into coverage (street_id, house, state, ready_on, most_kbps, closed_at)
    select ${into}, house, state, ready_on, most_kbps, closed_at from coverage v
    where street_id = ${from} and not exists (
      select from coverage o where o.street_id = ${into} and house_key(o.house) = house_key(v.house))`);
  await tx.run(sql`delete from coverage where street_id = ${from}`);
  const contracts = await tx.run(sql`update contract set street_id = ${into} where street_id = ${from}`);
  await tx.run(sql`update contract_move set street_id = ${into} where street_id = ${from}`);
  await tx.run(sql`update contract_past set street_id = ${into} where street_id = ${from}`);
  await tx.run(sql`update new_client set street_id = ${into} where street_id = ${from}`);
  await tx.run(sql`
    delete from incident_place p where street_id = ${from} and exists (
      select from incident_place o where o.incident_id = p.incident_id and o.street_id = ${into} and o.house is not distinct from p.house)`);
  await tx.run(sql`update incident_place set street_id = ${into} where street_id = ${from}`);
  await tx.run(sql`
    insert into former_place_name (town_id, street_id, name, renamed_at)
    select town_id, ${into}, name, renamed_at from former_place_name where street_id = ${from} on conflict do nothing`);
  await tx.run(sql`delete from former_place_name where street_id = ${from}`);
  return contracts;
}

export const deleteStreet = (tx: Tx, streetId: number): Promise<number> =>
  tx.run(sql`delete from street where street_id = ${streetId}`);

interface NewHouseState {
  readonly house: string;
  readonly readyOn: Day | null;
  readonly mbit: number | null;
  readonly closedAt: Date | null;
}

/** Writes a house of the list, under the name that it has there. */
export async function putHouse(
  tx: Tx,
  streetId: number,
  { house, readyOn, mbit, closedAt }: NewHouseState,
): Promise<void> {
  await tx.run(sql`
    delete from coverage where street_id = ${streetId} and house_key(house) = house_key(${house}) and house <> ${house}`);
  await tx.run(sql`
    insert into coverage (street_id, house, state, ready_on, most_kbps, closed_at)
    values (${streetId}, ${house}, ${readyOn === null ? 'connected' : 'planned'}, ${readyOn}, ${mbit}::integer * 1000, ${closedAt})
    on conflict (street_id, house) do update
    set state = excluded.state, ready_on = excluded.ready_on, most_kbps = excluded.most_kbps, closed_at = excluded.closed_at`);
}

/** Takes a house out of the list, and renames it where contracts, now or before, requests and failures name it. */
export async function renameHouse(tx: Tx, streetId: number, was: string, name: string): Promise<void> {
  await tx.run(sql`delete from coverage where street_id = ${streetId} and house_key(house) = house_key(${was})`);
  await tx.run(sql`
    update service_user u set address = replace(u.address, ', ' || c.house, ', ' || ${name}::text)
    from contract c
    where c.contract_id = u.contract_id and c.street_id = ${streetId} and house_key(c.house) collate "C" = house_key(${was}) collate "C"
      and (u.address like '%, ' || c.house || ', %' or u.address like '%, ' || c.house)`);
  await tx.run(sql`
    update contract set house = ${name}
    where street_id = ${streetId} and house_key(house) collate "C" = house_key(${was}) collate "C"`);
  await tx.run(sql`
    update contract_move set house = ${name} where street_id = ${streetId} and house_key(house) = house_key(${was})`);
  await tx.run(sql`
    update contract_past set house = ${name} where street_id = ${streetId} and house_key(house) = house_key(${was})`);
  await tx.run(sql`
    update new_client set house = ${name} where street_id = ${streetId} and house_key(house) = house_key(${was})`);
  await renameAtIncidents(tx, streetId, was, name);
}

/** One incident may name the house in two spellings: they become one place. */
async function renameAtIncidents(tx: Tx, streetId: number, was: string, name: string): Promise<void> {
  const there = sql`street_id = ${streetId} and house_key(house) = house_key(${was})`;
  await tx.run(sql`
    insert into incident_place (incident_id, town_id, street_id, house)
    select incident_id, town_id, street_id, ${name} from incident_place where ${there} on conflict do nothing`);
  await tx.run(sql`delete from incident_place where ${there} and house <> ${name}`);
}
