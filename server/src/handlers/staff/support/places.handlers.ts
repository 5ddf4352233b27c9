import type { OperatorContract } from '@kabinet/contract/staff';
import {
  addHouse,
  addStreet,
  addTown,
  editHouse,
  editStreet,
  editTown,
  mergeStreets,
} from '#server/domain/support/places/keep-places.ts';
import { houseRows, streetRow, streetRows, townRows } from '#server/domain/support/places/place.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';

/** What was left empty is nothing. */
const given = (typed: string): string | null => (typed === '' ? null : typed);

const MOST_STREETS = 200;

const isYes = (typed: 'yes' | 'no' | undefined): boolean | undefined =>
  typed === undefined ? undefined : typed === 'yes';

export const placeHandlers: PlainHandlers<OperatorContract['places']> = {
  towns: (_, { db }) => townRows(db),
  streets: async ({ query: { q = '', town_id: townId = null } }, { db }) => {
    const found = await streetRows(db, { typed: q, townId, most: MOST_STREETS + 1 });
    return { streets: found.slice(0, MOST_STREETS), more: found.length > MOST_STREETS };
  },
  houses: async ({ query: { street_id: streetId } }, { db }) => {
    const street = await streetRow(db, streetId);
    if (!street) throw new Problem('place_unknown');
    const { contracts: _, ...told } = street;
    return { ...told, houses: await houseRows(db, streetId) };
  },
  addTown: async ({ body: { name, phone = null } }, { db }) => ({ town_id: await addTown(db, name, phone), name }),
  editTown: async ({ body: { town_id: townId, name: asked, closed, dry_run: dryRun } }, { db, now, tellChange }) => {
    const { was, name, isClosed } = await editTown(db, townId, { name: asked, isClosed: isYes(closed) }, now);
    tellChange({ name: was.name, closed: was.is_closed }, { name, closed: isClosed });
    const { contracts } = was;
    return { rehearsed: dryRun === 'yes', town_id: townId, name, was: was.name, is_closed: isClosed, contracts };
  },
  addStreet: async ({ body: { town_id: townId, name, district } }, { db }) => ({
    street_id: await addStreet(db, townId, { name, district: given(district ?? '') }),
    name,
  }),
  editStreet: async ({ body }, { db, now, tellChange }) => {
    const { street_id: streetId, name: asked, district, closed, dry_run: dryRun } = body;
    const edit = {
      name: asked,
      isClosed: isYes(closed),
      ...(district !== undefined && { district: given(district) }),
    };
    const { was, name, isClosed } = await editStreet(db, streetId, edit, now);
    tellChange({ name: was.name, closed: was.is_closed }, { name, closed: isClosed });
    const { contracts } = was;
    return { rehearsed: dryRun === 'yes', street_id: streetId, name, was: was.name, is_closed: isClosed, contracts };
  },
  mergeStreets: async ({ body: { street_id: streetId, into, dry_run: dryRun } }, { db, now }) => {
    const { was, is } = await mergeStreets(db, streetId, into, now);
    const { contracts, houses } = was;
    return { rehearsed: dryRun === 'yes', street_id: into, name: is.name, was: was.name, contracts, houses };
  },
  addHouse: async ({ body: { street_id: streetId, house, ready_on: readyOn, mbit } }, { db }) => ({
    street_id: streetId,
    ...(await addHouse(db, streetId, house, { readyOn, mbit })),
  }),
  editHouse: async ({ body }, { db, now, tellChange }) => {
    const { street_id: streetId, house, name: asked, served, ready_on: readyOn, mbit, dry_run: dryRun } = body;
    const edit = { name: asked, served: isYes(served), readyOn, mbit };
    const { was, name, state, merged } = await editHouse(db, streetId, house, edit, now);
    tellChange({ house: was.house, state: was.state, mbit: was.mbit }, { house: name, state, mbit: mbit ?? was.mbit });
    const { contracts } = was;
    return { rehearsed: dryRun === 'yes', street_id: streetId, name, was: was.house, state, merged, contracts };
  },
};
