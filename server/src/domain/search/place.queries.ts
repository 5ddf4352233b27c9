import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { NamedPlace, SoughtPlace } from './address.rules.ts';
import { hasAllNames, MOST_FOUND, type Hit } from './key.queries.ts';

const MOST_PLACES = 300;
const MOST = sql`${MOST_FOUND + 1}`;
const LAST = sql`chr(1114111)`;

/** Streets, and towns, with a word that begins like one of these. */
export const placesNamed = (tx: Tx, words: readonly string[]): Promise<NamedPlace[]> =>
  tx.rows(sql`
    select street_id, town_id,
      array(select word from place_word w where w.town_id = named.town_id and w.street_id = named.street_id) as street,
      array(select word from place_word w where w.town_id = named.town_id and w.street_id is null) as town
    from (
      select distinct p.street_id, p.town_id
      from unnest(${words}::text[]) typed
      cross join lateral (
        select street_id, town_id from place_word where word >= typed and word < typed || ${LAST} order by word limit ${MOST_PLACES}
      ) p
      limit ${MOST_PLACES}
    ) named`);

interface Bounds {
  readonly streets: (number | null)[];
  readonly towns: number[];
  readonly least: string[];
  readonly most: string[];
  readonly flats: (string | null)[];
}

/** The whole house or, if not, every house that begins so. */
const boundsOf = (places: readonly SoughtPlace[], isWhole: boolean): Bounds => ({
  streets: places.map(({ streetId }) => streetId),
  towns: places.map(({ townId }) => townId),
  least: places.map(({ house }) => house ?? ''),
  most: places.map(({ house }) => (isWhole && house !== undefined ? house : `${house ?? ''}\u{10FFFF}`)),
  flats: places.map(({ flat }) => flat ?? null),
});

/** Contracts at these places, by house and flat. */
export function contractsAtPlaces(tx: Tx, places: readonly SoughtPlace[], isWhole: boolean): Promise<Hit[]> {
  const { streets, towns, least, most, flats } = boundsOf(places, isWhole);
  return tx.rows(sql`
    select contract_id, null as found
    from unnest(${streets}::int[], ${towns}::int[], ${least}::text[], ${most}::text[], ${flats}::text[]) sought (street, town, least, most, flat)
    cross join lateral (
      select contract_id, house, flat from contract c
      where sought.street is not null and c.street_id = sought.street
        and house_key(house) collate "C" >= sought.least and house_key(house) collate "C" <= sought.most
        and (sought.flat is null or search_fold(c.flat) = sought.flat)
      union all
      select contract_id, house, flat from contract c
      where sought.street is null and c.street_id is null and c.town_id = sought.town
        and house_key(house) collate "C" >= sought.least and house_key(house) collate "C" <= sought.most
        and (sought.flat is null or search_fold(c.flat) = sought.flat)
      limit 2000
    ) c
    order by length(c.house), c.house, length(c.flat), c.flat, contract_id limit ${MOST}`);
}

/** How many names that begin like the longest word are looked through. */
const NAMES_LOOKED_THROUGH = 20_000;

/** Contracts at these places whose name has words that begin so, all of them. */
export function contractsNamedAt(tx: Tx, words: readonly string[], places: readonly SoughtPlace[]): Promise<Hit[]> {
  const { streets, towns, least, most, flats } = boundsOf(places, false);
  const [longest = ''] = words.toSorted((a, b) => b.length - a.length);
  return tx.rows(sql`
    select contract_id, null as found
    from (
      select contract_id, words from search_key
      where kind = 'name' and key >= ${longest} and key < ${longest} || ${LAST} order by key limit ${NAMES_LOOKED_THROUGH}
    ) named
    join contract c using (contract_id)
    join unnest(${streets}::int[], ${towns}::int[], ${least}::text[], ${most}::text[], ${flats}::text[]) sought (street, town, least, most, flat)
      on c.street_id is not distinct from sought.street and (sought.street is not null or c.town_id = sought.town)
      and house_key(house) collate "C" >= sought.least and house_key(house) collate "C" <= sought.most
      and (sought.flat is null or search_fold(c.flat) = sought.flat)
    where ${hasAllNames(words)}
    group by contract_id, client_name order by client_name, contract_id limit ${MOST}`);
}
