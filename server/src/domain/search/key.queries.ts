import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';

/** A contract that was found, and by what. */
export interface Hit {
  readonly contract_id: number;
  /** What was found: a phone, a MAC, the number of an order; null if that is the name or the address. */
  readonly found: string | null;
}

/** The most contracts of one group: whoever needs more has to say more. */
export const MOST_FOUND = 200;
/** One more tells that there are more. */
const MOST = sql`${MOST_FOUND + 1}`;

/** Above every text that begins like the one before it. */
const LAST = sql`chr(1114111)`;

export type KeyKind = 'account' | 'phone' | 'email' | 'number' | 'login' | 'mac' | 'mailbox' | 'device';

const begins = (key: Sql, from: Sql): Sql => sql`${key} >= ${from} and ${key} < ${from} || ${LAST}`;

export interface KeyHit extends Hit {
  readonly kind: KeyKind;
}

/** What keys of a kind may begin with, or have inside. */
export interface KeyWanted {
  readonly kind: KeyKind;
  readonly text: string;
}

const kindsOf = (wanted: readonly KeyWanted[]) => wanted.map(({ kind }) => kind);
const textsOf = (wanted: readonly KeyWanted[]) => wanted.map(({ text }) => text);

/** Keys that begin so, by kind; whole ones come first. */
export const keysFrom = (tx: Tx, wanted: readonly KeyWanted[]): Promise<KeyHit[]> =>
  tx.rows(sql`
    select w.kind, contract_id, min(k.key) as found
    from unnest(${kindsOf(wanted)}::text[], ${textsOf(wanted)}::text[]) w (kind, begin)
    cross join lateral (
      select contract_id, key from search_key where kind = w.kind and ${begins(sql`key`, sql`w.begin`)}
      order by key, contract_id limit ${MOST}
    ) k
    group by w.kind, contract_id order by found, contract_id`);

/** How many keys with a part are looked at, of all kinds. */
const MOST_WITH_PART = 2000;

/** Keys with this part anywhere, by kind: one scan of the index for each part, whatever the kinds. */
export const keysWith = (tx: Tx, wanted: readonly KeyWanted[]): Promise<KeyHit[]> =>
  tx.rows(sql`
    select found.kind, contract_id, min(key) as found
    from (select distinct part from unnest(${textsOf(wanted)}::text[]) part) w
    cross join lateral (
      select kind, contract_id, key from search_key k
      where k.kind <> 'name' and k.kind <> 'account' and three_grams(key) @> three_grams(w.part) and position(w.part in key) > 0
      limit ${MOST_WITH_PART}
    ) found
    join unnest(${kindsOf(wanted)}::text[], ${textsOf(wanted)}::text[]) of (kind, part) on of.kind = found.kind and of.part = w.part
    group by found.kind, contract_id order by found, contract_id`);

/** Contracts whose number begins so: a range for each length that the rest can have. */
export const contractsFrom = (tx: Tx, number: number, ranges: readonly number[]): Promise<Hit[]> =>
  tx.rows(sql`
    select c.contract_id, null as found
    from unnest(${ranges}::bigint[]) tens
    cross join lateral (
      select contract_id from contract
      where contract_id >= ${number}::bigint * tens and contract_id < (${number}::bigint + 1) * tens
      order by contract_id limit ${MOST}
    ) c
    order by c.contract_id limit ${MOST}`);

/** Contracts whose printed number begins so, in one spelling (`printedKey`); whole ones come first. */
export const contractsPrinted = (tx: Tx, beginning: string): Promise<Hit[]> =>
  tx.rows(sql`
    select contract_id, null as found from contract
    where ${begins(sql`printed_key(printed_no) collate "C"`, sql`${beginning}::text`)}
    order by printed_key(printed_no) collate "C" limit ${MOST}`);

/** How many keys of a word are counted to find the rarest, and how many of that are looked through. */
const [COUNTED, LOOKED_THROUGH] = [5000, 50_000];
/** A name may have two words that begin so. */
const WITH_DOUBLES = 2 * MOST_FOUND + 2;

/** Whether the name has each of these words, too; its words lie in the index beside each of them. */
export const hasAllNames = (words: readonly string[]): Sql => sql`
  not exists (select from unnest(${words}::text[]) other where position(' ' || other in words) = 0)`;

/** Contracts whose name has words that begin so, all of them, in any order. The rarest word is looked up, the others are compared. */
export const contractsNamed = (tx: Tx, words: readonly string[]): Promise<Hit[]> =>
  tx.rows(sql`
    with word as (
      select word, (
        select count(*) from (
          select from search_key where kind = 'name' and ${begins(sql`key`, sql`word`)} limit ${COUNTED}
        ) counted
      ) as keys
      from unnest(${words}::text[]) word
    ), rarest as materialized (select word from word order by keys, length(word) desc limit 1)
    select contract_id, null as found
    from rarest cross join lateral (
      select key, contract_id
      from (
        select key, contract_id, words from search_key where kind = 'name' and ${begins(sql`key`, sql`rarest.word`)}
        order by key, contract_id limit ${LOOKED_THROUGH}
      ) k
      where ${hasAllNames(words)}
      limit ${WITH_DOUBLES}
    ) found
    group by contract_id order by min(key), contract_id limit ${MOST}`);

const OF_ONE_SLIP = 1000;

/** The same if one word is another than was typed. */
export const contractsNamedLike = (tx: Tx, slips: readonly string[], others: readonly string[]): Promise<Hit[]> =>
  tx.rows(sql`
    select contract_id, null as found
    from unnest(${slips}::text[]) slip
    cross join lateral (
      select key, contract_id, words from search_key where kind = 'name' and ${begins(sql`key`, sql`slip`)} order by key limit ${OF_ONE_SLIP}
    ) k
    where ${hasAllNames(others)}
    group by contract_id order by min(key), contract_id limit ${MOST}`);
