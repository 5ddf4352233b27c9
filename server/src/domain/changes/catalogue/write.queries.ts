import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import type { SoldKind } from '../price/sold.rules.ts';
import type { CatalogueThing } from './catalogue.queries.ts';
import type { CatalogueService, CatalogueValues } from './fields.rules.ts';

const TABLES = {
  plan: [sql`plan`, sql`plan_id`],
  option: [sql`plan_option`, sql`option_id`],
  program: [sql`program`, sql`program_id`],
} as const satisfies Record<SoldKind, readonly [Sql, Sql]>;

export interface NewThing {
  readonly service: CatalogueService;
  readonly planId: number | null;
  readonly unit: 'month' | 'day';
  readonly price: Kopecks;
}

/** Inserts a draft that nothing is written about yet. */
export async function insertDraft(tx: Tx, kind: SoldKind, name: string, made: NewThing): Promise<number> {
  const { service, planId, unit, price } = made;
  if (kind === 'plan')
    return idOf(
      tx,
      sql`
      insert into plan (service_kind, name, summary, price_kopecks, unit, is_archived, is_draft)
      values (${service}, ${name}, '', ${price}, ${unit}, true, true) returning plan_id as id`,
    );
  if (kind === 'option')
    return idOf(
      tx,
      sql`
      insert into plan_option (plan_id, name, oferta, remarks, price_kopecks, is_archived, is_draft)
      values (${planId}, ${name}, '', '', ${price}, true, true) returning option_id as id`,
    );
  // Numbers of programs come from the provider's billing: the next one is free once nobody else takes it.
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('program number', 0))`);
  return idOf(
    tx,
    sql`
    insert into program (program_id, service_kind, name, summary, description, price_kopecks, position, is_archived, is_draft)
    select coalesce(max(program_id), 0) + 1, ${service}, ${name}, '', '', ${price},
      coalesce(max(position) filter (where service_kind = ${service}), 0) + 1, true, true
    from program returning program_id as id`,
  );
}

const idOf = async (tx: Tx, query: Sql): Promise<number> => (await tx.one<{ id: number }>(query)).id;

/** The price with which a thing begins, as the first of its line. */
export const insertFirstPrice = (
  tx: Tx,
  { kind, id }: CatalogueThing,
  { price, today, by, now }: { price: Kopecks; today: Day; by: string; now: Date },
): Promise<number> =>
  tx.run(sql`
    insert into price_change (sold_kind, plan_id, option_id, program_id, from_day, price_kopecks, state, planned_by, planned_at, told_at)
    select kind, case kind when 'plan' then id end, case kind when 'option' then id end, case kind when 'program' then id end,
      ${today}, ${price}, 'settled', ${by}, ${now}, ${now}
    from (values (${kind}::text, ${id}::integer)) sold (kind, id)`);

/** The price of a draft, which nobody has read yet. */
export async function priceDraft(tx: Tx, { kind, id }: CatalogueThing, price: Kopecks): Promise<void> {
  const [table, key] = TABLES[kind];
  await tx.run(sql`update ${table} set price_kopecks = ${price} where ${key} = ${id} and is_draft`);
  await tx.run(sql`
    update price_change set price_kopecks = ${price} where sold_kind = ${kind} and sold_id = ${id} and state = 'settled'`);
}

export async function writeValues(tx: Tx, thing: CatalogueThing, values: CatalogueValues): Promise<void> {
  const { name, summary, description, terms, badge, section, mbit, audience } = values;
  if (thing.kind === 'plan') {
    await tx.run(sql`
      update plan set name = ${name}, summary = coalesce(${summary}::text, ''), speed_mbit = ${mbit}::integer, audience = ${audience}
      where plan_id = ${thing.id}`);
    await writeMailbox(tx, thing.id, values);
  } else if (thing.kind === 'option') {
    await tx.run(sql`
      update plan_option set name = ${name}, remarks = coalesce(${description}::text, ''), oferta = coalesce(${terms}::text, '') where option_id = ${thing.id}`);
  } else {
    await tx.run(sql`
      update program set name = ${name}, summary = coalesce(${summary}::text, ''), description = coalesce(${description}::text, ''), terms = coalesce(${terms}::text, ''),
        badge = ${badge}, section = coalesce(${section}::text, '')
      where program_id = ${thing.id}`);
  }
}

async function writeMailbox(tx: Tx, planId: number, { gigabytes, boxes }: CatalogueValues): Promise<void> {
  if (gigabytes === null || boxes === null) return;
  await tx.run(sql`
    insert into mail_plan (plan_id, quota_bytes, boxes) values (${planId}, ${gigabytes}::bigint * 1073741824, ${boxes}::integer)
    on conflict (plan_id) do update set quota_bytes = excluded.quota_bytes, boxes = excluded.boxes`);
}

/** Puts these channels into a TV plan or program, and takes the others out; returns the numbers that no channel has. */
export async function writeChannels(
  tx: Tx,
  { kind, id }: CatalogueThing,
  numbers: readonly number[],
): Promise<number[]> {
  const given = sql`select channel_id from tv_channel where number = any(${numbers}::integer[])`;
  if (kind === 'plan') {
    await tx.run(sql`delete from plan_channel where plan_id = ${id} and channel_id not in (${given})`);
    await tx.run(
      sql`insert into plan_channel (plan_id, channel_id) select ${id}, channel_id from (${given}) g on conflict do nothing`,
    );
  } else {
    await tx.run(sql`delete from program_channel where program_id = ${id} and channel_id not in (${given})`);
    await tx.run(sql`
      insert into program_channel (program_id, channel_id) select ${id}, channel_id from (${given}) g on conflict do nothing`);
  }
  const absent = await tx.rows<{ number: number }>(sql`
    select number from unnest(${numbers}::integer[]) number where not exists (select from tv_channel c where c.number = number.number)`);
  return absent.map(({ number }) => number);
}

/** Puts it on sale, or takes it away. */
export async function writeState(tx: Tx, { kind, id }: CatalogueThing, isArchived: boolean): Promise<void> {
  const [table, key] = TABLES[kind];
  await tx.run(sql`update ${table} set is_archived = ${isArchived}, is_draft = false where ${key} = ${id}`);
}

/** Whether a plan of numbers or lines has a rate for calls. */
export const hasRates = async (tx: Tx, planId: number): Promise<boolean> =>
  (await tx.maybe(sql`select 1 as one from call_rate where plan_id = ${planId} limit 1`)) !== undefined;

/** The next services, after one, that have a plan or will; null: every SIP line. */
export const usersOfPlan = async (tx: Tx, planId: number | null, after: number, limit: number): Promise<number[]> =>
  (
    await tx.rows<{ user_id: number }>(sql`
      select user_id from service_user u
      where user_id > ${after} and state <> 'closed' and case when ${planId}::integer is null then user_type = 'sip' else
        plan_id = ${planId}
        or exists (select from plan_change c where c.user_id = u.user_id and c.plan_id = ${planId} and c.state = 'planned') end
      order by user_id limit ${limit}`)
  ).map(({ user_id }) => user_id);
