import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import type { PastDay } from './day-contract.queries.ts';

/** What was on at the end of a day: its fee, and what a charge would have been by the catalogue and the client's own price. */
export interface SoldOfDay {
  /** The name of the fee, as in `feesIn`. */
  readonly what: string;
  readonly kind: 'plan' | 'option' | 'program';
  readonly name: string;
  readonly unit: 'month' | 'day';
  /** Null: it was changed since, and the former one was never written down. */
  readonly price: Kopecks | null;
  readonly full_price: Kopecks | null;
}

export interface SoldAsked {
  /** Services and phone numbers, each with its plan of the day. */
  readonly held: readonly {
    readonly whose: string;
    readonly user_id: number | null;
    readonly plan_id: number | null;
  }[];
  /** Fees that were charged: also of what has been switched off since. */
  readonly charged: readonly string[];
}

const changes = (day: Day, more: Sql): Sql => sql`
  price_change c where c.sold_kind = thing.kind and c.sold_id = thing.id and c.state in ('planned', 'settled')
    and ${more} ${day}`;

/** The price of the catalogue on a past day: what the first change of a price replaced was never written down. */
const catalogueOn = (base: Sql, day: Day): Sql => sql`
  case when exists (select from ${changes(day, sql`c.from_day <=`)}) then (
      select c.price_kopecks from ${changes(day, sql`c.from_day <=`)} order by c.from_day desc limit 1)
    when not exists (select from ${changes(day, sql`c.state = 'settled' and c.from_day >`)}) then ${base} end`;

const wasOn = (day: Day): Sql => sql`
  own.status <> 'on_pending' and coalesce(own.since <= ${day}, true) and coalesce(own.changes_on > ${day}, true)`;

export const soldOn = (
  tx: Tx,
  contractId: number,
  { held, charged }: SoldAsked,
  { day }: PastDay,
): Promise<SoldOfDay[]> => {
  const whose = held.map((one) => one.whose);
  const userIds = held.map((one) => one.user_id);
  return tx.rows(sql`
    with held as (
      select whose, plan_id from unnest(${whose}::text[], ${held.map((one) => one.plan_id)}::integer[]) as given (whose, plan_id)
    ), fee as (
      select what, split_part(what, ':', 1) as whose, substring(what from '(plan|option|program)') as kind,
        substring(what from '-([0-9]+)$')::integer as id
      from unnest(${charged}::text[]) as charged (what)
    ), thing as (
      select held.whose || ':plan' as what, 'plan' as kind, held.plan_id as id, u.promo_kopecks as promo, u.promo_until
      from held left join service_user u on u.user_id::text = held.whose and u.plan_id = held.plan_id where held.plan_id is not null
      union all
      select own.user_id || ':option-' || option_id, 'option', option_id, promo_kopecks, promo_until
      from user_option own where own.user_id = any(${userIds}::bigint[]) and ${wasOn(day)}
      union all
      select own.user_id || ':program-' || program_id, 'program', program_id, promo_kopecks, promo_until
      from user_program own where own.user_id = any(${userIds}::bigint[]) and ${wasOn(day)}
      union all
      select contract_id || ':contract-program-' || program_id, 'program', program_id, promo_kopecks, promo_until
      from contract_program own where contract_id = ${contractId} and ${wasOn(day)} and not exists (
        -- It came with another contract that was joined to this one since.
        select from extra_past x join contract_regrouping r on r.from_contract_id = x.contract_id and r.to_contract_id = own.contract_id
        where x.sold_kind = 'program' and x.sold_id = own.program_id and x.until_day > ${day})
      union all
      select coalesce(user_id || ':', contract_id || ':contract-') || sold_kind || '-' || sold_id, sold_kind, sold_id, null, null
      from extra_past where (user_id = any(${userIds}::bigint[]) or contract_id = ${contractId})
        and coalesce(since <= ${day}, true) and until_day > ${day}
      union all
      select what, kind, id, null, null from fee where id is not null and whose = any(${[...whose, String(contractId)]}::text[])
    )
    select distinct on (thing.what) thing.what, thing.kind, sold.name, coalesce(sold.unit, 'month') as unit, sold.full_price,
      case when promo_until > ${day} then promo
        else coalesce(own.price, part_of(sold.full_price, 100 - coalesce(own.percent, 0), 100)) end as price
    from thing
    cross join lateral (
      select name, unit, ${catalogueOn(sql`price_kopecks`, day)} as full_price from plan where thing.kind = 'plan' and plan_id = thing.id
      union all
      select name, null, ${catalogueOn(sql`price_kopecks`, day)} from plan_option where thing.kind = 'option' and option_id = thing.id
      union all
      select name, null, ${catalogueOn(sql`price_kopecks`, day)} from program where thing.kind = 'program' and program_id = thing.id
    ) sold
    left join lateral (
      select max(price_kopecks) as price, max(percent) as percent from individual_price own
      -- A price goes with its service to another contract.
      where (own.contract_id = ${contractId} or own.user_id = split_part(thing.what, ':', 1)::bigint) and own.what = thing.what and (own.plan_id is null or own.plan_id = thing.id)
        and own.from_day <= ${day} and (own.ends_on is null or (own.ends_on > ${day} and own.ends_on > own.from_day))
    ) own on true
    order by thing.what, promo_until nulls last`);
};
