import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { optionPriceOn, planPriceOn, programPriceOn } from '#server/domain/services/price/price-on.queries.ts';
import { sql, type Sql } from '#server/db/sql.ts';
import type { Situation, User } from '#server/domain/services/service/situation.rules.ts';

/** The service of a planned change, with its state. */
export interface PlannedServiceRow {
  readonly user_id: number;
  readonly user_type: User['user_type'];
  readonly service: string;
  readonly situation: Situation;
  readonly p: 'i' | 't';
}

const SERVICE = sql`u.user_id, u.user_type, u.name as service, coalesce(u.reason, u.state) as situation, a.kind as p`;

/** The services of a contract with their accounts, joined with another table about them. */
const ofServices = (table: Sql, contractId: number): Sql => sql`
  ${table} t join service_user u on u.user_id = t.user_id and u.contract_id = ${contractId} and u.state <> 'closed'
  join account a on a.account_id = u.account_id`;

/** All services of a contract, as an entry names them. */
export const namedServices = (
  tx: Tx,
  contractId: number,
): Promise<{ user_id: number; user_type: User['user_type']; name: string }[]> =>
  tx.rows(
    sql`select user_id, user_type, name from service_user where contract_id = ${contractId} and state <> 'closed'`,
  );

export interface PlanChangeRow extends PlannedServiceRow {
  readonly day: Day;
  readonly by: 'client' | 'operator';
  readonly plan: string;
  readonly summary: string;
  readonly price: Kopecks;
  readonly unit: 'month' | 'day';
  /** Options of the old plan that end with it. */
  readonly options: readonly string[];
}

export const plannedPlans = (tx: Tx, contractId: number, until: Day): Promise<PlanChangeRow[]> =>
  tx.rows(sql`
    select ${SERVICE}, t.from_day as day, t.made_by as by, p.name as plan, p.summary, ${planPriceOn(sql`p`, sql`t.from_day`)} as price, p.unit,
      coalesce(gone.names, '{}') as options
    from ${ofServices(sql`plan_change`, contractId)}
    join plan p on p.plan_id = t.plan_id
    left join lateral (
      select array_agg(o.name order by o.option_id) as names from user_option uo join plan_option o using (option_id)
      where uo.user_id = u.user_id and o.plan_id <> t.plan_id
    ) gone on true
    where t.state = 'planned' and t.from_day <= ${until} order by u.user_id`);

export interface PendingRow {
  readonly day: Day;
  readonly status: 'on_pending' | 'off_pending';
  readonly sold_id: number;
  readonly name: string;
  readonly price: Kopecks;
}

export const pendingOptions = (tx: Tx, contractId: number, until: Day): Promise<(PendingRow & PlannedServiceRow)[]> =>
  tx.rows(sql`
    select ${SERVICE}, t.changes_on as day, t.status, o.option_id as sold_id, o.name, ${optionPriceOn(sql`o`, sql`t.changes_on`)} as price
    from ${ofServices(sql`user_option`, contractId)} join plan_option o on o.option_id = t.option_id
    where t.changes_on <= ${until} order by u.user_id, o.option_id`);

/** A program of a service, or of the contract itself, which is not a service. */
export type PlannedProgramRow = PendingRow &
  (PlannedServiceRow | { readonly user_id: null; readonly p: 'i' }) & {
    /** A required program that will be off; null if there is none. */
    readonly lacks: string | null;
  };

/** The name of a program that `g` requires and that is not permanently on. */
const lacking = (table: Sql, key: Sql): Sql => sql`(
  select min(other.name) from program_pair pair join program other on other.program_id = pair.other_id
  where pair.program_id = g.program_id and pair.relation = 'needs' and not exists (
    select from ${table} had where had.${key} = t.${key} and had.program_id = pair.other_id and had.status = 'on'))`;

export const pendingPrograms = (tx: Tx, contractId: number, until: Day): Promise<PlannedProgramRow[]> =>
  tx.rows(sql`
    select ${SERVICE}, t.changes_on as day, t.status, g.program_id as sold_id, g.name, ${programPriceOn(sql`g`, sql`t.changes_on`)} as price,
      ${lacking(sql`user_program`, sql`user_id`)} as lacks
    from ${ofServices(sql`user_program`, contractId)} join program g on g.program_id = t.program_id
    where t.changes_on <= ${until}
    union all
    select null, null, null, null, 'i', t.changes_on, t.status, g.program_id, g.name, ${programPriceOn(sql`g`, sql`t.changes_on`)},
      ${lacking(sql`contract_program`, sql`contract_id`)}
    from contract_program t join program g using (program_id)
    where t.contract_id = ${contractId} and t.changes_on <= ${until}
    order by user_id, sold_id`);

/** The promotion of a service, of a phone number or of the contract itself. */
export type PromotionRow = {
  readonly day: Day;
  readonly name: string;
  readonly price: Kopecks;
  readonly promo: Kopecks;
  readonly unit: 'month' | 'day';
} & (PlannedServiceRow | { readonly user_id: null; readonly p: 'i' | 't' });

/** Everything sold at a promotion price that ends after `today`. */
export const endingPromotions = (tx: Tx, contractId: number, today: Day, until: Day): Promise<PromotionRow[]> => {
  const ends = sql`t.promo_until > ${today} and t.promo_until <= ${until}`;
  const row = (price: Sql, unit: Sql) =>
    sql`t.promo_until as day, ${price} as price, t.promo_kopecks as promo, ${unit} as unit`;
  return tx.rows(sql`
    select ${SERVICE}, p.name, ${row(planPriceOn(sql`p`, sql`t.promo_until`), sql`p.unit`)}
    from ${ofServices(sql`service_user`, contractId)} join plan p on p.plan_id = t.plan_id where ${ends}
    union all
    select ${SERVICE}, o.name, ${row(optionPriceOn(sql`o`, sql`t.promo_until`), sql`'month'`)}
    from ${ofServices(sql`user_option`, contractId)} join plan_option o on o.option_id = t.option_id where ${ends}
    union all
    select ${SERVICE}, g.name, ${row(programPriceOn(sql`g`, sql`t.promo_until`), sql`'month'`)}
    from ${ofServices(sql`user_program`, contractId)} join program g on g.program_id = t.program_id where ${ends}
    union all
    select null, null, null, null, 'i', g.name, ${row(programPriceOn(sql`g`, sql`t.promo_until`), sql`'month'`)}
    from contract_program t join program g using (program_id) where t.contract_id = ${contractId} and ${ends}
    union all
    select null, null, null, null, 't', p.name, ${row(planPriceOn(sql`p`, sql`t.promo_until`), sql`p.unit`)}
    from phone_number t join plan p on p.plan_id = t.plan_id
    where t.contract_id = ${contractId} and t.state <> 'closed' and ${ends}
    order by day, user_id, name`);
};

export interface PauseRow extends PlannedServiceRow {
  /** The first day of a future pause; null if it has begun. */
  readonly begins: Day | null;
  readonly returns: Day;
  /** Whether the client has planned it. */
  readonly is_own: boolean;
}

/** Pauses of services, active or beginning by that day, whatever their end. */
export const pausesOf = (tx: Tx, contractId: number, until: Day): Promise<PauseRow[]> =>
  tx.rows(sql`
    select * from (
      select ${SERVICE}, case s.state when 'planned' then s.from_day end as begins,
        coalesce(s.until_day, u.returns_on) as returns, s.user_id is not null as is_own
      from service_user u join account a using (account_id)
      left join suspension s on s.user_id = u.user_id and s.state in ('planned', 'active')
      where u.contract_id = ${contractId} and u.state <> 'closed'
    ) pause where returns is not null and (begins is null or begins <= ${until}) order by user_id`);
