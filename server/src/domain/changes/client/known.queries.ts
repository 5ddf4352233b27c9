import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';

/** A contract that a clerk should know of before he makes another, or gives its flat to somebody. */
export interface KnownContract {
  readonly contract_id: number;
  readonly name: string;
  readonly town: string;
  readonly street: string | null;
  readonly house: string;
  readonly flat: string | null;
  readonly state: 'active' | 'suspended' | 'closed';
  readonly closed_on: Day | null;
  readonly owes: Kopecks;
}

const MOST_KNOWN = 5;

const KNOWN = sql`
  c.contract_id, client_name as name, t.name as town, s.name as street, house, flat, state, closed_on, coalesce((
    select -sum(balance_kopecks) from account a where a.contract_id = c.contract_id and balance_kopecks < 0
  ), 0)::bigint as owes`;

const FROM = sql`contract c join town t using (town_id) left join street s using (street_id)`;

export interface Flat {
  readonly townId: number;
  readonly streetId: number | null;
  readonly house: string;
  readonly flat: string | null;
}

/** The flat as it is written or typed: «12 А» and «12а» are one. */
const inFlat = ({ house, flat }: Flat): Sql => sql`
  house_key(house) collate "C" = house_key(${house}) collate "C"
  and search_fold(coalesce(flat, '')) = search_fold(coalesce(${flat}::text, ''))`;

/** Contracts of a flat, those that live first. */
export const contractsOfFlat = (tx: Tx, at: Flat): Promise<KnownContract[]> => {
  const { streetId, townId } = at;
  return tx.rows(sql`
    select ${KNOWN} from ${FROM}
    where ${streetId === null ? sql`c.street_id is null and c.town_id = ${townId}` : sql`c.street_id = ${streetId}`} and ${inFlat(at)}
    order by state = 'closed', closed_on desc nulls first, contract_id desc limit ${MOST_KNOWN}`);
};

/** These contracts, those that live first. */
export const knownContracts = (tx: Tx, ids: readonly number[]): Promise<KnownContract[]> =>
  tx.rows(sql`
    select ${KNOWN} from ${FROM} where c.contract_id = any(${ids}::bigint[])
    order by state = 'closed', contract_id desc limit ${MOST_KNOWN}`);
