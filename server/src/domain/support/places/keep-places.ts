import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import {
  houseRows,
  isStreetNamed,
  isTownNamed,
  lockStreet,
  lockPlaceTown,
  type HouseRow,
  type PlaceStreetRow,
  type TownRow,
} from './place.queries.ts';
import {
  deleteStreet,
  forgetFormerName,
  insertStreet,
  insertTown,
  keepFormerName,
  moveStreet,
  putHouse,
  renameHouse,
  renameInAddresses,
  updateStreet,
  updateTown,
} from './write-place.queries.ts';

const NOBODY = 0;

export async function addTown(tx: Tx, name: string, phone: string | null): Promise<number> {
  if (await isTownNamed(tx, NOBODY, name)) throw new Problem('place_named');
  return insertTown(tx, name, phone);
}

interface Edit {
  readonly name?: string | undefined;
  readonly isClosed?: boolean | undefined;
}

interface Edited<Row> {
  readonly was: Row;
  readonly name: string;
  readonly isClosed: boolean;
}

const known = <Row>(row: Row | undefined): Row => {
  if (row === undefined) throw new Problem('place_unknown');
  return row;
};

const closedAt = (isClosed: boolean, now: Date): Date | null => (isClosed ? now : null);

export async function editTown(tx: Tx, townId: number, edit: Edit, now: Date): Promise<Edited<TownRow>> {
  const was = known(await lockPlaceTown(tx, townId));
  const { name = was.name, isClosed = was.is_closed } = edit;
  if (name === was.name && isClosed === was.is_closed) throw new Problem('nothing_changes');
  if (name !== was.name) {
    if (await isTownNamed(tx, townId, name)) throw new Problem('place_named');
    await keepFormerName(tx, { townId, streetId: null, was: was.name, now });
    await forgetFormerName(tx, { townId, streetId: null, name });
  }
  await updateTown(tx, townId, { name, closedAt: closedAt(isClosed, now) });
  return { was, name, isClosed };
}

export async function addStreet(
  tx: Tx,
  townId: number,
  { name, district }: { readonly name: string; readonly district: string | null },
): Promise<number> {
  known(await lockPlaceTown(tx, townId));
  if (await isStreetNamed(tx, townId, NOBODY, name)) throw new Problem('place_named');
  return insertStreet(tx, townId, name, district);
}

/** Renames a street in all its addresses, moves it to a district, or closes it. */
export async function editStreet(
  tx: Tx,
  streetId: number,
  edit: Edit & { readonly district?: string | null | undefined },
  now: Date,
): Promise<Edited<PlaceStreetRow>> {
  const was = known(await lockStreet(tx, streetId));
  const { name = was.name, isClosed = was.is_closed, district = was.district } = edit;
  if (name === was.name && isClosed === was.is_closed && district === was.district)
    throw new Problem('nothing_changes');
  if (name !== was.name) await renameStreet(tx, was, name, now);
  await updateStreet(tx, streetId, { name, district, closedAt: closedAt(isClosed, now) });
  return { was, name, isClosed };
}

async function renameStreet(tx: Tx, was: PlaceStreetRow, name: string, now: Date): Promise<void> {
  const { town_id: townId, street_id: streetId } = was;
  if (await isStreetNamed(tx, townId, streetId, name)) throw new Problem('place_named');
  await keepFormerName(tx, { townId, streetId, was: was.name, now });
  await forgetFormerName(tx, { townId, streetId, name });
  await renameInAddresses(tx, streetId, was.name, name);
}

/** Two entries of one street become one, which is found by both names. */
export async function mergeStreets(tx: Tx, streetId: number, into: number, now: Date) {
  if (streetId === into) throw new Problem('place_refused', { message: 'Это одна и та же запись' });
  // In one order, so that two who merge them both ways wait for each other.
  const [first, second] = [
    await lockStreet(tx, Math.min(streetId, into)),
    await lockStreet(tx, Math.max(streetId, into)),
  ];
  const [lower, higher] = [known(first), known(second)];
  const [was, is] = streetId < into ? [lower, higher] : [higher, lower];
  if (was.town_id !== is.town_id) throw new Problem('place_refused', { message: 'Эти улицы в разных городах' });
  await renameInAddresses(tx, streetId, was.name, is.name);
  await moveStreet(tx, streetId, into);
  await deleteStreet(tx, streetId);
  await keepFormerName(tx, { townId: is.town_id, streetId: into, was: was.name, now });
  // Its trigger writes the words by which it is found.
  await updateStreet(tx, into, {
    name: is.name,
    district: is.district ?? was.district,
    closedAt: closedAt(is.is_closed, now),
  });
  return { was, is };
}

const keyOf = (house: string): string => house.replaceAll(' ', '').toLowerCase().replaceAll('ё', 'е');

const houseOf = async (tx: Tx, streetId: number, house: string): Promise<HouseRow | undefined> =>
  (await houseRows(tx, streetId)).find((one) => keyOf(one.house) === keyOf(house));

export interface AskedHouse {
  readonly readyOn?: Day | undefined;
  readonly mbit?: number | undefined;
}

export async function addHouse(tx: Tx, streetId: number, house: string, { readyOn, mbit }: AskedHouse) {
  known(await lockStreet(tx, streetId));
  const there = await houseOf(tx, streetId, house);
  if (there && there.state !== 'unknown')
    throw new Problem('place_named', { message: 'Такой дом на этой улице уже есть' });
  const state = readyOn === undefined ? ('connected' as const) : ('planned' as const);
  await putHouse(tx, streetId, { house, readyOn: readyOn ?? null, mbit: mbit ?? null, closedAt: null });
  return { house, state };
}

export interface HouseEdit extends AskedHouse {
  readonly name?: string | undefined;
  readonly served?: boolean | undefined;
}

/** Says whether, from when and how fast a house is served; under another name it is renamed, or joined with the one there. */
export async function editHouse(tx: Tx, streetId: number, house: string, edit: HouseEdit, now: Date) {
  known(await lockStreet(tx, streetId));
  const was = known(await houseOf(tx, streetId, house));
  const { name = was.house } = edit;
  const twin = keyOf(name) === keyOf(was.house) ? undefined : await houseOf(tx, streetId, name);
  const next = servedAs(twin && twin.state !== 'unknown' ? twin : was, edit);
  if (isTheSame(was, name, edit)) throw new Problem('nothing_changes');
  if (name !== was.house) await renameHouse(tx, streetId, was.house, name);
  await putHouse(tx, streetId, { house: name, ...next, closedAt: closedAt(next.isClosed, now) });
  return { was, name, state: stateOf(next), merged: twin !== undefined };
}

/** One that only contracts name is in the list once somebody says how it is served. */
function isTheSame(was: HouseRow, name: string, { served, readyOn, mbit }: HouseEdit): boolean {
  if (name !== was.house) return false;
  const isSaid = served !== undefined || readyOn !== undefined || mbit !== undefined;
  return was.state === 'unknown'
    ? !isSaid
    : JSON.stringify(servedAs(was, { served, readyOn, mbit })) === JSON.stringify(servedAs(was, {}));
}

function stateOf({
  isClosed,
  readyOn,
}: {
  isClosed: boolean;
  readyOn: Day | null;
}): 'closed' | 'planned' | 'connected' {
  if (isClosed) return 'closed';
  return readyOn === null ? 'connected' : 'planned';
}

/** How a house is served after an edit; one that only contracts name is connected. */
function servedAs(was: HouseRow, { served, readyOn, mbit }: HouseEdit) {
  const stays = served === undefined ? was.ready_on : null;
  const staysClosed = was.state === 'closed' && readyOn === undefined;
  return {
    isClosed: served === undefined ? staysClosed : !served,
    readyOn: readyOn ?? stays,
    mbit: mbit ?? was.mbit,
  };
}
