import type { Day } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { sql, type Sql } from '#server/db/sql.ts';

/** Why an individual price ends before its day, instead of the name of who has ended it. */
const ENDED = { plan: 'Смена тарифа', contract: 'Договор закрыт' } as const;

/** Prices `own` that would hold on a day or after it. */
const holdsAfter = (day: Sql): Sql =>
  sql`(own.ends_on is null or (own.ends_on > ${day} and own.ends_on > own.from_day))`;

/** Ends those of a plan that the service has no longer, and of the options that go with it; discounts of the service go on. */
const ofFormerPlan = (planId: Sql): Sql => sql`
  (own.plan_id <> ${planId} or own.option_id in (select option_id from plan_option o where o.plan_id <> ${planId}))`;

export const endWithPlan = (tx: Tx, userId: number, planId: number, since: Day, now: Date): Promise<number> =>
  tx.run(sql`
    update individual_price own set ended_on = greatest(from_day, ${since}::date), ended_by = ${ENDED.plan}, ended_at = ${now}
    where user_id = ${userId} and ${holdsAfter(sql`${since}::date`)} and ${ofFormerPlan(sql`${planId}`)}`);

/** The same as a member of a `with`, for services whose plan was changed on a day: `done (user_id, plan_id, from_day)`. */
export const endedWithPlans = (now: Date): Sql => sql`
  update individual_price own set ended_on = greatest(own.from_day, done.from_day), ended_by = ${ENDED.plan}, ended_at = ${now}
  from done
  where own.user_id = done.user_id and ${holdsAfter(sql`done.from_day`)} and ${ofFormerPlan(sql`done.plan_id`)}`;

/** Those that a change of plan has ended go on when it is taken back, unless another price has taken their place. */
export const reviveWithPlan = (tx: Tx, userId: number, prices: readonly number[]): Promise<number> =>
  tx.run(sql`
    update individual_price own set ended_on = null, ended_by = null, ended_at = null
    where user_id = ${userId} and individual_price_id = any(${prices}::bigint[]) and ended_by = ${ENDED.plan} and not exists (
      select from individual_price other
      where other.what = own.what and other.user_id = own.user_id and other.individual_price_id <> own.individual_price_id
        and daterange(other.from_day, other.ends_on) && daterange(own.from_day, own.until_day))`);

/** A discount or a price that ends; exactly one of both is not null. */
interface EndedPrice {
  readonly percent: number | null;
  readonly price: Kopecks | null;
}

/** A contract that ends keeps none: whoever gets its services has prices of his own. Returns those that end. */
export const endWithContract = (tx: Tx, contractId: number, since: Day, now: Date): Promise<EndedPrice[]> =>
  tx.rows(sql`
    update individual_price own set ended_on = greatest(from_day, ${since}::date), ended_by = ${ENDED.contract}, ended_at = ${now}
    where contract_id = ${contractId} and ${holdsAfter(sql`${since}::date`)}
    returning percent, price_kopecks as price`);

/** Whether a service has prices of its own, now or once. */
export const hasIndividual = async (tx: Tx, userId: number): Promise<boolean> =>
  (await tx.maybe(sql`select from individual_price where user_id = ${userId} limit 1`)) !== undefined;

/** A price of the client's own on its days, as `IndividualPeriod`. */
export interface KeptPrice {
  readonly id: number;
  /** The fee, as in `feesIn`. */
  readonly what: string;
  readonly from: Day;
  readonly until: Day | null;
  readonly price: Kopecks | null;
  readonly percent: number | null;
}

const KEPT = sql`individual_price_id as id, what, from_day as "from", price_kopecks as price, percent`;

/** Those of options and programs, which wait for what is switched off, too: whoever switches it on again pays them. */
export const keptPrices = (tx: Tx, contractId: number, today: Day): Promise<KeptPrice[]> =>
  tx.rows(sql`
    select ${KEPT}, ends_on as until from individual_price own
    where contract_id = ${contractId} and sold_kind <> 'plan' and ${holdsAfter(sql`${today}::date`)} order by from_day`);

/** Those of a plan that go on when a change of plan is taken back. */
export const revivedPrices = (tx: Tx, userId: number, planId: number, ids: readonly number[]): Promise<KeptPrice[]> =>
  tx.rows(sql`
    select ${KEPT}, until_day as until from individual_price
    where user_id = ${userId} and individual_price_id = any(${ids}::bigint[]) and sold_kind = 'plan'
      and (plan_id is null or plan_id = ${planId}) order by from_day`);
