import type { Day } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import { PROVIDER_CHARGED_OUTSIDE } from './source.queries.ts';

/**
 * A database that has never charged is on hold: nothing is charged, switched off, told or ordered by itself until the first
 * day that the operator names (decision 0156).
 */
export interface ChargingHold {
  /** The first day of charging; null if none is named. */
  readonly until: Day | null;
  /** Another billing charges: the hold lasts as long as it does. */
  readonly is_external: boolean;
}

const HAS_CHARGED = sql`exists (select from charge_run)`;

/** Whether that day may be charged: charging has begun before, or begins by then. */
export const begunBy = (day: Sql): Sql => sql`
  (${HAS_CHARGED} or exists (select from charging_begin where first_day <= ${day}))`;

const heldOn = (day: Day, isExternal: Sql): Sql => sql`
  when not ${begunBy(sql`${day}::date`)}
    then json_build_object('until', (select first_day from charging_begin), 'is_external', ${isExternal})`;

/** The hold of an account `a` on a day as JSON, null if there is none. Of what another billing charges nothing is known ahead. */
export const holdOn = (day: Day): Sql => sql`(
  select case when a.charged_outside then json_build_object('until', null, 'is_external', true) ${heldOn(day, sql`false`)} end)`;

/** The hold of the provider on a day; undefined if charging has begun. */
export async function holdOf(tx: Tx, day: Day): Promise<ChargingHold | undefined> {
  const { hold } = await tx.one<{ hold: ChargingHold | null }>(sql`
    select case ${heldOn(day, PROVIDER_CHARGED_OUTSIDE)} end as hold`);
  return hold ?? undefined;
}

/** The day that the operator has named, locked until the end of the transaction; undefined if none. */
export async function lockFirstDay(tx: Tx): Promise<Day | undefined> {
  const row = await tx.maybe<{ first_day: Day }>(sql`select first_day from charging_begin for update`);
  return row?.first_day;
}

export const hasCharged = async (tx: Tx): Promise<boolean> =>
  (await tx.one<{ has: boolean }>(sql`select ${HAS_CHARGED} as has`)).has;

/** Names the first day; false if somebody has named one, perhaps at the same moment. */
export const nameFirstDay = async (tx: Tx, day: Day, now: Date): Promise<boolean> =>
  (await tx.run(sql`
    insert into charging_begin (first_day, named_at) values (${day}, ${now}) on conflict (is_only) do nothing`)) > 0;

export async function moveFirstDay(tx: Tx, day: Day, now: Date): Promise<void> {
  await tx.run(sql`update charging_begin set first_day = ${day}, named_at = ${now}`);
}

/** A day that was named and has not come is named no more. */
export const forgetFirstDay = (tx: Tx): Promise<number> => tx.run(sql`delete from charging_begin`);
