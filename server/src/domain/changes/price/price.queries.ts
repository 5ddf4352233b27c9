import type { Day, Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import type { SoldKind } from './sold.rules.ts';

/** Something with a price: of the catalogue, before any planned one. */
export interface SoldItem {
  readonly kind: SoldKind;
  readonly id: number;
  readonly name: string;
  readonly unit: 'month' | 'day';
  readonly price: Kopecks;
  readonly is_archived: boolean;
}

/** A price with its first day. */
export interface PlannedPrice {
  readonly price_change_id: number;
  readonly from: Day;
  readonly price: Kopecks;
}

const CATALOGUE = sql`
  select 'plan' as kind, plan_id as id, name, unit, price_kopecks as price, is_archived from plan
  union all
  select 'option', option_id, o.name, 'month', o.price_kopecks, o.is_archived or p.is_archived from plan_option o join plan p using (plan_id)
  union all
  select 'program', program_id, name, 'month', price_kopecks, is_archived from program`;

const TABLES = {
  plan: [sql`plan`, sql`plan_id`],
  option: [sql`plan_option`, sql`option_id`],
  program: [sql`program`, sql`program_id`],
} as const satisfies Record<SoldKind, readonly [Sql, Sql]>;

/** Locks something sold, so that its prices are planned one after another. */
export async function lockSold(tx: Tx, kind: SoldKind, id: number): Promise<SoldItem | undefined> {
  const [table, key] = TABLES[kind];
  await tx.run(sql`select from ${table} where ${key} = ${id} for no key update`);
  return tx.maybe(sql`select * from (${CATALOGUE}) sold where kind = ${kind} and id = ${id}`);
}

/** The planned prices of something sold that are not in the catalogue yet, by day. */
export const pricesOf = (tx: Tx, { kind, id }: Pick<SoldItem, 'kind' | 'id'>): Promise<PlannedPrice[]> =>
  tx.rows(sql`
    select price_change_id, from_day as from, price_kopecks as price from price_change
    where sold_kind = ${kind} and sold_id = ${id} and state = 'planned' order by from_day`);

export async function insertPrice(
  tx: Tx,
  { kind, id }: Pick<SoldItem, 'kind' | 'id'>,
  { from, price }: Pick<PlannedPrice, 'from' | 'price'>,
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<number> {
  const { price_change_id } = await tx.one<{ price_change_id: number }>(sql`
    insert into price_change (sold_kind, plan_id, option_id, program_id, from_day, price_kopecks, planned_by, planned_at)
    select kind, case kind when 'plan' then id end, case kind when 'option' then id end, case kind when 'program' then id end,
      ${from}, ${price}, ${by}, ${now}
    from (values (${kind}::text, ${id}::integer)) sold (kind, id)
    returning price_change_id`);
  return price_change_id;
}

/** A price that has not begun, locked; undefined if there is none. */
export const lockComing = (
  tx: Tx,
  priceChangeId: number,
  today: Day,
): Promise<(Omit<SoldItem, 'price'> & PlannedPrice) | undefined> =>
  tx.maybe(sql`
    select sold.kind, sold.id, sold.name, sold.unit, sold.is_archived, c.price_change_id, c.from_day as from, c.price_kopecks as price
    from price_change c join (${CATALOGUE}) sold on sold.kind = c.sold_kind and sold.id = c.sold_id
    where price_change_id = ${priceChangeId} and state = 'planned' and from_day > ${today} for update of c`);

/** Withdraws a planned price and restarts telling: clients who were told of the price must hear of this, too. */
export const withdraw = (tx: Tx, priceChangeId: number, { by, now }: { by: string; now: Date }): Promise<number> =>
  tx.run(sql`
    update price_change set state = 'withdrawn', withdrawn_at = ${now}, withdrawn_by = ${by}, told_after = 0, told_at = null
    where price_change_id = ${priceChangeId}`);

export interface ListedPrice extends SoldItem {
  /** The next price, and who has planned it. */
  readonly coming: {
    readonly price_change_id: number;
    readonly price: Kopecks;
    readonly from: Day;
    readonly by: string;
    readonly at: Instant;
    readonly is_told: boolean;
  } | null;
}

const BUYERS = {
  plan: (id: number | Sql) => sql`
    select contract_id from service_user where plan_id = ${id} and state <> 'closed'
    union
    select contract_id from plan_change c join service_user u using (user_id)
    where c.plan_id = ${id} and c.state = 'planned' and u.state <> 'closed'
    union
    select contract_id from phone_number where plan_id = ${id} and state <> 'closed'`,
  option: (id: number | Sql) => sql`
    select contract_id from user_option join service_user u using (user_id) where option_id = ${id} and u.state <> 'closed'`,
  program: (id: number | Sql) => sql`
    select contract_id from user_program join service_user u using (user_id) where program_id = ${id} and u.state <> 'closed'
    union
    select contract_id from contract_program where program_id = ${id}`,
} as const satisfies Record<SoldKind, (id: number | Sql) => Sql>;

/** Whether somebody has it, of the catalogue's rows `sold`. */
const IS_BOUGHT = sql`
  exists (
    select from contract c
    where c.state <> 'closed' and c.contract_id in (
      select contract_id from (${BUYERS.plan(sql`sold.id`)}) plan_buyer where sold.kind = 'plan'
      union all
      select contract_id from (${BUYERS.option(sql`sold.id`)}) option_buyer where sold.kind = 'option'
      union all
      select contract_id from (${BUYERS.program(sql`sold.id`)}) program_buyer where sold.kind = 'program'
    )
  )`;

/** What is sold, and what somebody has still, with its price of today and the next one. */
export const listPrices = (tx: Tx, today: Day): Promise<ListedPrice[]> =>
  tx.rows(sql`
    select kind, id, name, unit, is_archived, coalesce((
        select price_kopecks from price_change c
        where c.sold_kind = kind and c.sold_id = id and c.state = 'planned' and c.from_day <= ${today}
        order by c.from_day desc limit 1
      ), price) as price, (
        select json_build_object('price_change_id', price_change_id, 'price', price_kopecks, 'from', from_day, 'by', planned_by,
          'at', to_char(planned_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'is_told', told_at is not null)
        from price_change c
        where c.sold_kind = kind and c.sold_id = id and c.state = 'planned' and c.from_day > ${today}
        order by c.from_day limit 1
      ) as coming
    from (${CATALOGUE}) sold where not is_archived or ${IS_BOUGHT} order by kind, id`);

interface ContractId {
  readonly contract_id: number;
}

/** The next contracts that have bought it or will, by number. */
export const buyersOf = (
  tx: Tx,
  { kind, id }: Pick<SoldItem, 'kind' | 'id'>,
  after: number,
  most: number,
): Promise<ContractId[]> =>
  tx.rows(sql`
    select distinct buyer.contract_id from (${BUYERS[kind](id)}) buyer join contract c using (contract_id)
    where c.contract_id > ${after} and c.state <> 'closed'
      and not exists (select from account a where a.contract_id = c.contract_id and a.charged_outside)
    order by buyer.contract_id limit ${most}`);

/** How many contracts have bought it or will. */
export const countBuyers = async (tx: Tx, { kind, id }: Pick<SoldItem, 'kind' | 'id'>): Promise<number> =>
  (
    await tx.one<{ count: number }>(sql`
      select count(distinct buyer.contract_id) as count from (${BUYERS[kind](id)}) buyer join contract c using (contract_id)
      where c.state <> 'closed'`)
  ).count;

/** The next contracts with a message of this key, by number. */
export const toldOf = (tx: Tx, noticeKey: string, after: number, most: number): Promise<ContractId[]> =>
  tx.rows(sql`
    select contract_id from contract c
    where contract_id > ${after}
      and not exists (select from account a where a.contract_id = c.contract_id and a.charged_outside)
      and exists (select from message m where m.contract_id = c.contract_id and m.notice_key = ${noticeKey})
    order by contract_id limit ${most}`);

export interface UntoldPrice extends Omit<SoldItem, 'price' | 'is_archived'>, PlannedPrice {
  readonly state: 'planned' | 'withdrawn' | 'settled';
  readonly told_after: number;
}

/** A price of which not all are told, locked; another process may hold another one. */
export const lockUntold = (tx: Tx): Promise<UntoldPrice | undefined> =>
  tx.maybe(sql`
    select sold.kind, sold.id, sold.name, sold.unit, c.price_change_id, c.from_day as from, c.price_kopecks as price, c.state, c.told_after
    from price_change c join (${CATALOGUE}) sold on sold.kind = c.sold_kind and sold.id = c.sold_id
    where told_at is null order by price_change_id limit 1 for update of c skip locked`);

/** Stores how far telling has come; `now` is null until all are told. */
export const noteTold = (tx: Tx, priceChangeId: number, after: number, now: Date | null): Promise<number> =>
  tx.run(sql`
    update price_change set told_after = greatest(told_after, ${after}), told_at = ${now} where price_change_id = ${priceChangeId}`);

/** The longest period in days: after so many days each account has been charged for a period that began with the price. */
const LONGEST_PERIOD = 31;

export const hasPricesToSettle = async (tx: Tx, today: Day): Promise<boolean> =>
  (await tx.maybe(sql`
    select from price_change where state = 'planned' and from_day < ${today}::date - ${LONGEST_PERIOD}::integer limit 1`)) !==
  undefined;

/** How many prices of a day so long past the catalogue does not have yet. */
export const countPricesToSettle = async (tx: Tx, today: Day): Promise<number> =>
  (
    await tx.one<{ count: number }>(sql`
      select count(*) as count from price_change
      where state = 'planned' and from_day < ${today}::date - ${LONGEST_PERIOD}::integer`)
  ).count;

/**
 * Moves planned prices into the catalogue once every account is charged through a whole period that began with them, so that
 * no charge can use the former price any more. What a day costs stays the same.
 */
export const settlePrices = (tx: Tx): Promise<number> =>
  tx.run(sql`
    with due as materialized (
      select c.price_change_id, c.sold_kind, c.sold_id, c.from_day, c.price_kopecks from price_change c
      where c.state = 'planned' and c.told_at is not null and c.from_day < (
        select min(charged_through) from account where contract_id is not null) - ${LONGEST_PERIOD}::integer
      for update
    ), latest as (
      select distinct on (sold_kind, sold_id) * from due order by sold_kind, sold_id, from_day desc
    ), plans as (
      update plan set price_kopecks = latest.price_kopecks from latest where sold_kind = 'plan' and sold_id = plan_id
    ), options as (
      update plan_option set price_kopecks = latest.price_kopecks from latest where sold_kind = 'option' and sold_id = option_id
    ), programs as (
      update program set price_kopecks = latest.price_kopecks from latest where sold_kind = 'program' and sold_id = program_id
    )
    update price_change c set state = 'settled' from due where c.price_change_id = due.price_change_id`);
