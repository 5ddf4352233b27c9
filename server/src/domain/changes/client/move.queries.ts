import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { FoundPlace, TypedPlace } from './client.queries.ts';

/** A service of a contract with what its line must hold. */
export interface MovedService {
  readonly user_id: number;
  readonly name: string;
  readonly user_type: string;
  readonly state: 'active' | 'blocked' | 'paused' | 'connecting';
  readonly reason: string | null;
  readonly plan: string;
  readonly speed_mbit: number | null;
}

/** Services of a contract that are not closed. */
export const servicesToMove = (tx: Tx, contractId: number): Promise<MovedService[]> =>
  tx.rows(sql`
    select user_id, u.name, user_type, state, reason, coalesce(p.name, '') as plan, p.speed_mbit
    from service_user u left join plan p using (plan_id)
    where u.contract_id = ${contractId} and state <> 'closed' order by user_id`);

/** The line of a service is released: it waits for the technician at its new address, with no router bound. */
export async function releaseLine(tx: Tx, userId: number, address: string, now: Date): Promise<void> {
  await tx.run(sql`
    update service_user
    set state = 'connecting', reason = null, returns_on = null, state_since = ${now}, address = ${address}, version = version + 1
    where user_id = ${userId}`);
  await tx.run(sql`update service_access set bound_mac = null where user_id = ${userId}`);
}

interface Left {
  readonly contractId: number;
  readonly document: string;
  readonly operator: string;
  readonly today: Day;
  readonly now: Date;
}

/** Keeps the address that a contract leaves. */
export const keepFormerPlace = (tx: Tx, { contractId, document, operator, today, now }: Left): Promise<number> =>
  tx.run(sql`
    insert into contract_move (contract_id, moved_on, moved_at, town_id, street_id, house, flat, document, operator)
    select contract_id, ${today}, ${now}, town_id, street_id, house, flat, ${document}, ${operator}
    from contract where contract_id = ${contractId}`);

/** Whether a contract is at this very place already. */
export const isAtPlace = async (
  tx: Tx,
  contractId: number,
  { town_id, street_id }: FoundPlace,
  { house, flat }: Pick<TypedPlace, 'house' | 'flat'>,
): Promise<boolean> =>
  (
    await tx.one<{ same: boolean }>(sql`
      select town_id = ${town_id} and street_id is not distinct from ${street_id}::integer
        and house_key(house) = house_key(${house}) and search_fold(coalesce(flat, '')) = search_fold(coalesce(${flat}::text, '')) as same
      from contract where contract_id = ${contractId}`)
  ).same;

export interface FormerPlace {
  readonly until: Day;
  readonly town: string;
  readonly street: string | null;
  readonly house: string;
  readonly flat: string | null;
}

/** Where a contract lived before, the latest first. */
export const formerPlaces = (tx: Tx, contractId: number): Promise<FormerPlace[]> =>
  tx.rows(sql`
    select moved_on as until, t.name as town, s.name as street, house, flat
    from contract_move join town t using (town_id) left join street s using (street_id)
    where contract_id = ${contractId} order by contract_move_id desc limit 10`);

export const billingDayOf = async (tx: Tx, contractId: number): Promise<number> =>
  (await tx.one<{ billing_day: number }>(sql`select billing_day from contract where contract_id = ${contractId}`))
    .billing_day;
