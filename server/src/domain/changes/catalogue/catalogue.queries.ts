import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import type { SoldKind } from '../price/sold.rules.ts';
import type { CatalogueService } from './fields.rules.ts';
import type { PriceRow } from './price-line.rules.ts';

export interface CatalogueRow {
  readonly kind: SoldKind;
  readonly id: number;
  readonly service: CatalogueService;
  readonly name: string;
  /** Of an option. */
  readonly plan: string | null;
  readonly plan_id: number | null;
  readonly unit: 'month' | 'day';
  readonly audience: 'home' | 'office';
  readonly is_archived: boolean;
  readonly is_draft: boolean;
  /** Today. */
  readonly price: Kopecks;
  readonly coming: { readonly price: Kopecks; readonly from: Day } | null;
  /** Contracts that have it, or will. */
  readonly contracts: number;
}

/** Everything that is or was sold, or will be; `base`: the price before any planned one. */
const ITEMS = sql`
  select 'plan' as kind, plan_id as id, service_kind as service, name, null::text as plan, null::integer as plan_id, unit, audience,
    is_archived, is_draft, price_kopecks as base
  from plan
  union all
  select 'option', option_id, p.service_kind, o.name, p.name, p.plan_id, 'month', p.audience, o.is_archived or p.is_archived, o.is_draft,
    o.price_kopecks
  from plan_option o join plan p using (plan_id)
  union all
  select 'program', program_id, service_kind, name, null, null, 'month', 'home', is_archived, is_draft, price_kopecks
  from program`;

/** Which contracts have what, or will: whom a change of it concerns. */
const HAD = sql`
  select 'plan' as kind, plan_id as id, contract_id from service_user where plan_id is not null and state <> 'closed'
  union all
  select 'plan', c.plan_id, contract_id from plan_change c join service_user u using (user_id)
  where c.state = 'planned' and u.state <> 'closed'
  union all
  select 'plan', plan_id, contract_id from phone_number where state <> 'closed'
  union all
  select 'option', option_id, contract_id from user_option join service_user u using (user_id) where u.state <> 'closed'
  union all
  select 'program', program_id, contract_id from user_program join service_user u using (user_id) where u.state <> 'closed'
  union all
  select 'program', program_id, contract_id from contract_program`;

const rowsOf = (which: Sql, had: Sql, today: Day): Sql => sql`
  with counted as (
    select had.kind, had.id, count(distinct had.contract_id) as contracts
    from (${HAD}) had join contract c using (contract_id) where c.state <> 'closed' and ${had} group by had.kind, had.id
  )
  select item.kind, item.id, service, name, plan, plan_id, unit, audience, is_archived, is_draft, coalesce((
      select price_kopecks from price_change c
      where c.sold_kind = item.kind and c.sold_id = item.id and c.state = 'planned' and c.from_day <= ${today}
      order by c.from_day desc limit 1
    ), base) as price, (
      select json_build_object('price', price_kopecks, 'from', from_day) from price_change c
      where c.sold_kind = item.kind and c.sold_id = item.id and c.state = 'planned' and c.from_day > ${today}
      order by c.from_day limit 1
    ) as coming, coalesce(contracts, 0) as contracts
  from (${ITEMS}) item left join counted on counted.kind = item.kind and counted.id = item.id
  where ${which} order by item.kind, service, is_archived, name, item.id`;

export interface CatalogueFilter {
  readonly kind: SoldKind | null;
  readonly service: CatalogueService | null;
}

export const catalogueRows = (tx: Tx, { kind, service }: CatalogueFilter, today: Day): Promise<CatalogueRow[]> =>
  tx.rows(
    rowsOf(
      sql`(${kind}::text is null or item.kind = ${kind}) and (${service}::text is null or service = ${service})`,
      sql`(${kind}::text is null or had.kind = ${kind})`,
      today,
    ),
  );

export interface CatalogueThing {
  readonly kind: SoldKind;
  readonly id: number;
}

export const catalogueRow = (tx: Tx, { kind, id }: CatalogueThing, today: Day): Promise<CatalogueRow | undefined> =>
  tx.maybe(rowsOf(sql`item.kind = ${kind} and item.id = ${id}`, sql`had.kind = ${kind} and had.id = ${id}`, today));

export interface DetailRow {
  readonly summary: string | null;
  readonly description: string | null;
  readonly terms: string | null;
  readonly badge: string | null;
  readonly section: string | null;
  readonly mbit: number | null;
  readonly gigabytes: number | null;
  readonly boxes: number | null;
  readonly channels: number[];
}

const DETAILS = {
  plan: sql`
    select plan_id as id, summary, null::text as description, null::text as terms, null::text as badge, null::text as section,
      speed_mbit as mbit, (quota_bytes / 1073741824)::integer as gigabytes, boxes,
      array(select number from plan_channel c join tv_channel using (channel_id) where c.plan_id = plan.plan_id order by number) as channels
    from plan left join mail_plan using (plan_id)`,
  option: sql`
    select option_id as id, null::text as summary, remarks as description, oferta as terms, null::text as badge, null::text as section,
      null::integer as mbit, null::integer as gigabytes, null::integer as boxes, '{}'::integer[] as channels
    from plan_option`,
  program: sql`
    select program_id as id, summary, description, terms, badge, section, null::integer as mbit, null::integer as gigabytes,
      null::integer as boxes,
      array(select number from program_channel c join tv_channel using (channel_id) where c.program_id = program.program_id order by number) as channels
    from program`,
} as const satisfies Record<SoldKind, Sql>;

export const detailRow = (tx: Tx, { kind, id }: CatalogueThing): Promise<DetailRow> =>
  tx.one(sql`
    select summary, description, terms, badge, section, mbit, gigabytes, boxes, channels from (${DETAILS[kind]}) detail where id = ${id}`);

/** The prices of something that have a day, by day. */
export const priceRows = (tx: Tx, { kind, id }: CatalogueThing): Promise<PriceRow[]> =>
  tx.rows(sql`
    select price_change_id, from_day as from, price_kopecks as price, state, planned_by as by, planned_at as at, told_at is not null as is_told
    from price_change where sold_kind = ${kind} and sold_id = ${id} order by from_day, price_change_id`);

/** The price of the catalogue, before any planned one. */
export const basePrice = async (tx: Tx, { kind, id }: CatalogueThing): Promise<Kopecks> =>
  (await tx.one<{ base: Kopecks }>(sql`select base from (${ITEMS}) item where kind = ${kind} and id = ${id}`)).base;

/** Whether something else of the same service, and an option of the same plan, is called so. */
export const isNameTaken = async (
  tx: Tx,
  { kind, id, service, plan_id, name }: Pick<CatalogueRow, 'kind' | 'id' | 'service' | 'plan_id' | 'name'>,
): Promise<boolean> =>
  (await tx.maybe(sql`
    select 1 as one from (${ITEMS}) item
    where kind = ${kind} and id <> ${id} and service = ${service} and item.plan_id is not distinct from ${plan_id}::integer
      and search_fold(name) = search_fold(${name}) limit 1`)) !== undefined;
