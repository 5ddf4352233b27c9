import { NAMED, type Refused } from './refused.ts';
import { isIP } from 'node:net';
import type { Day } from '@kabinet/contract/kernel/day';
import type { ImportRows } from '@kabinet/contract/staff';
import { rowKeyOf, type Arrival } from './arrival.ts';
import { take } from './portions/take.ts';
import { day, flag, maybe, must, phone, whole, words, WrongCell, type CellReader } from './cells.ts';
import {
  allStreets,
  allTowns,
  housesOf,
  insertHouses,
  insertStreets,
  insertTowns,
  townNetworksOf,
  type NewHouse,
} from './catalogue.queries.ts';
import { changeHouses, changeStreets, changeTowns } from './changed/catalogue-changes.queries.ts';
import { days, type ComparedColumns } from './differences.ts';

const MOST_MBIT = 100_000;
const name = must(words(100));

const networks: CellReader<readonly string[]> = (cell) => {
  const parts = cell.split(/[\s,]+/).filter((part) => part !== '');
  const bad = parts.find((part) => !isNetwork(part));
  return bad === undefined ? parts : new WrongCell(`«${bad}» — не сеть. Сеть пишется так: 10.84.0.0/16`);
};

function isNetwork(text: string): boolean {
  const [address = '', prefix = '', ...rest] = text.split('/');
  // A zone names an interface of one machine.
  const version = address.includes('%') ? 0 : isIP(address);
  return version > 0 && rest.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 6 ? 128 : 32);
}

const TOWN = { town: name, is_default: flag, phone: maybe(phone), networks };

export async function takeTowns(arrival: Arrival, rows: ImportRows['towns']): Promise<void> {
  const { tx } = arrival;
  await take(arrival, {
    table: 'towns',
    rows,
    readers: TOWN,
    keyOf: ({ town }) => town,
    look: async (read) => {
      const towns = await allTowns(tx);
      const known = new Map(towns.map((one) => [one.name, one]));
      const named = read.map((row) => ({ name: row.town, networks: row.networks }));
      const spread = new Map(
        (await townNetworksOf(tx, named)).map(({ name: town, said, ours, given }) => [
          rowKeyOf(town, ...said),
          [ours, given] as const,
        ]),
      );
      let main = towns.find(({ is_default }) => is_default)?.name;
      return ({ town, ...row }) => {
        const same = known.get(town);
        if (same) {
          const { is_default, phone: ours } = same;
          const both = { is_default: [is_default, row.is_default], phone: [ours, row.phone] } as const;
          return { known: { ...both, networks: spread.get(rowKeyOf(town, ...row.networks)) ?? false } };
        }
        if (row.is_default && main !== undefined) return { wrong: `основной город уже есть: ${main}` };
        if (row.is_default) main = town;
        return { fresh: { name: town, is_default: row.is_default, phone: row.phone, networks: row.networks } };
      };
    },
    insert: (fresh) => insertTowns(tx, fresh),
    changes: {
      columns: { is_default: { never: 'основной город — настройка кабинета' }, phone: 'always', networks: 'always' },
      write: (changed) => changeTowns(tx, changed),
    },
  });
}

/** Ids of towns and streets by their names. */
export async function placesOf({ tx }: Pick<Arrival, 'tx'>) {
  const towns = new Map((await allTowns(tx)).map(({ name: town, town_id }) => [town, town_id]));
  const streets = new Map((await allStreets(tx)).map((street) => [`${street.town_id} ${street.name}`, street]));
  return {
    townOf: (town: string) => towns.get(town),
    streetOf: (townId: number, street: string) => streets.get(`${townId} ${street}`),
  };
}

export const noTown = (town: string): Refused => ({
  wrong: `города «${town}» нет: добавьте его в towns.csv`,
  lacks: [NAMED.town(town)],
});
export const noStreet = (town: string, street: string): Refused => ({
  wrong: `улицы «${street}» в этом городе нет: добавьте её в streets.csv`,
  lacks: [NAMED.street(town, street)],
});

const STREET = { town: name, street: name, district: maybe(words(100)) };

export async function takeStreets(arrival: Arrival, rows: ImportRows['streets']): Promise<void> {
  const { tx } = arrival;
  await take(arrival, {
    table: 'streets',
    rows,
    readers: STREET,
    keyOf: ({ town, street }) => rowKeyOf(town, street),
    look: async () => {
      const { townOf, streetOf } = await placesOf(arrival);
      return ({ town, street, district }) => {
        const townId = townOf(town);
        if (townId === undefined) return noTown(town);
        const same = streetOf(townId, street);
        if (same) return { known: { district: [same.district, district] } };
        return { fresh: { town_id: townId, name: street, district } };
      };
    },
    insert: (fresh) => insertStreets(tx, fresh),
    changes: { columns: { district: 'always' }, write: (changed) => changeStreets(tx, changed) },
  });
}

const HOUSE = {
  town: name,
  street: name,
  house: must(words(20)),
  ready_on: maybe(day),
  mbit: maybe(whole(1, MOST_MBIT)),
};

export async function takeHouses(arrival: Arrival, rows: ImportRows['houses']): Promise<void> {
  const { tx, today } = arrival;
  await take(arrival, {
    table: 'houses',
    rows,
    readers: HOUSE,
    keyOf: ({ town, street, house }) => rowKeyOf(town, street, house),
    look: async (read) => {
      const { townOf, streetOf } = await placesOf(arrival);
      const streetsNamed = read.map(({ town, street }) => streetOf(townOf(town) ?? 0, street)?.street_id ?? 0);
      const known = new Map((await housesOf(tx, streetsNamed)).map((one) => [`${one.street_id} ${one.house}`, one]));
      return ({ town, street, house, ready_on, mbit }) => {
        const townId = townOf(town);
        if (townId === undefined) return noTown(town);
        const street_id = streetOf(townId, street)?.street_id;
        if (street_id === undefined) return noStreet(town, street);
        const fresh = { street_id, house, ready_on, most_kbps: kbpsOf(mbit) };
        const same = known.get(`${street_id} ${house}`);
        return same ? { known: comparedHouse(same, fresh, today) } : { fresh };
      };
    },
    insert: (fresh) => insertHouses(tx, fresh),
    changes: {
      columns: { ready_on: 'always', mbit: 'always' },
      write: (changed) =>
        changeHouses(
          tx,
          changed.map(({ row, columns }) => ({ row: { ...row, most_kbps: kbpsOf(row.mbit) }, columns })),
        ),
    },
  });
}

const KBIT = 1000;
const kbpsOf = (mbit: number | null): number | null => (mbit === null ? null : mbit * KBIT);

/** A house that was to be connected by a day that has come may be connected by now. */
const comparedHouse = (ours: NewHouse, given: NewHouse, today: Day): ComparedColumns<'houses'> => ({
  ready_on:
    ours.ready_on === null && given.ready_on !== null && given.ready_on <= today
      ? false
      : days(ours.ready_on, given.ready_on),
  mbit: [mbitOf(ours), mbitOf(given)],
});

const mbitOf = ({ most_kbps }: NewHouse): number | null => (most_kbps === null ? null : most_kbps / KBIT);
